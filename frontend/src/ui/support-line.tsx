/**
 * Shows the support's address, hours and response time.
 * `response` is a phrase like "within one business day".
 */
export function SupportLine({ support }: { support: { email: string; hours: string; response: string } }) {
  return (
    <>
      Email us at{' '}
      <a
        className="inline-block max-w-full text-water underline underline-offset-3 wrap-anywhere"
        href={`mailto:${support.email}`}
      >
        {support.email}
      </a>
      . We’re here {unbroken(support.hours)}. We reply {support.response}.
    </>
  );
}

/** Replaces the spaces within '9 a.m. to 5 p.m. UTC' by no-break spaces. */
const unbroken = (hours: string) => hours.replace(/(?<=\d) |(?<!,) (?=\d)/g, '\u00a0');
