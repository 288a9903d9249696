// Shows the push messages about an arrival, and opens the guide. It handles no requests and stores nothing.

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('push', (event) => {
  const { title, body, path } = event.data.json();
  const options = { body, tag: path, icon: '/icons/icon-192.png', badge: '/icons/icon-192.png', data: { path } };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openGuide(event.notification.data.path));
});

/** Focuses the tab with the guide, else opens one. */
async function openGuide(path) {
  const { href } = new URL(path, location.origin);
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url.split(/[?#]/)[0] === href);
  return tab ? tab.focus() : clients.openWindow(href);
}
