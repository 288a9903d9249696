import { useLayoutEffect, useState } from 'react';

/**
 * Returns the link of a mail that opened this page, until the page replaces it.
 * The link's token is in the fragment, which browsers do not send to servers. The fragment is removed from the address bar
 * at once, so that neither the history nor a screenshot contains the token.
 * @param read parses a fragment and returns null if it has no link; the same function at each call
 */
export function useMailLink<Link>(read: (hash: string) => Link | null) {
  const [link, setLink] = useState(() => read(location.hash));
  useLayoutEffect(() => {
    // The next link may be opened in a tab that already shows this page. Then only the fragment changes, and the page
    // does not reload.
    function takeLink() {
      const next = read(location.hash);
      if (!next) return;
      setLink(next);
      history.replaceState(history.state, '', location.pathname + location.search);
    }
    takeLink();
    addEventListener('hashchange', takeLink);
    return () => removeEventListener('hashchange', takeLink);
  }, [read]);
  return [link, setLink] as const;
}

/** Returns the token of a link such as `/resume#t=…`. */
export function readToken(hash: string): string | null {
  return readFragment(hash, 't');
}

/** Returns the value of a field of a URL's fragment; null if the value is missing or empty. */
export function readFragment(hash: string, field: string): string | null {
  return new URLSearchParams(hash.slice(1)).get(field) || null;
}
