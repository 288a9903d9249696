import { Note } from '../../ui/note.tsx';

/**
 * Shows a bar at the bottom of the window, above the chat's bar.
 * The bar appears and disappears without moving the page.
 */
export function ConnectionBar({ lost }: { lost: boolean }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 mx-auto max-w-2xl p-3 empty:hidden xl:bottom-0 print:hidden"
    >
      {lost && (
        <Note
          kind="warn"
          title="We can’t connect right now. Your steps are still here."
          className="border border-warn shadow-card"
        />
      )}
    </div>
  );
}
