/** Announces that the page goes on by itself; it keeps its line, so that nothing moves when it comes. */
export function AdvanceNotice({ isCounting }: { isCounting: boolean }) {
  return (
    <p role="status" className="-my-2 min-h-7 text-ink-2">
      {isCounting && 'The next step comes by itself. Press any key to stay.'}
    </p>
  );
}
