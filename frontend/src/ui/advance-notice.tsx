/**
 * Shows that the page will advance automatically.
 * The line is reserved while it is empty, so that nothing moves.
 */
export function AdvanceNotice({ isCounting }: { isCounting: boolean }) {
  return (
    <p role="status" className="-my-2 min-h-7 text-ink-2">
      {isCounting && 'The next step opens by itself. Tap or type to stay here.'}
    </p>
  );
}
