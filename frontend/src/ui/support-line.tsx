/** How to reach a person, and when they answer; hours and response are phrases such as "within one working day". */
export function SupportLine({ support }: { support: { email: string; hours: string; response: string } }) {
  return (
    <>
      Write to{' '}
      <a className="text-water underline underline-offset-3" href={`mailto:${support.email}`}>
        {support.email}
      </a>
      . We are here {unbroken(support.hours)}. We answer {support.response}.
    </>
  );
}

/** '9 to 17 UTC' is never torn apart at the end of a line. */
const unbroken = (hours: string) => hours.replace(/(?<=\d) |(?<!,) (?=\d)/g, '\u00a0');
