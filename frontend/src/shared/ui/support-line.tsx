/** How to reach a person, and when they answer; hours and response are phrases such as "within one working day". */
export function SupportLine({ support }: { support: { email: string; hours: string; response: string } }) {
  return (
    <>
      Write to{' '}
      <a className="text-water underline underline-offset-3" href={`mailto:${support.email}`}>
        {support.email}
      </a>
      . We are here {support.hours}, and answer {support.response}.
    </>
  );
}
