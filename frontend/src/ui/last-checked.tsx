/** Shows the date on which facts from other sources were last checked. */
export function LastChecked({ date }: { date: string }) {
  const day = new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  return <p>Last checked {day}.</p>;
}
