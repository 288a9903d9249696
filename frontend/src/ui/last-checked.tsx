/** When something that others may change was last gone through. */
export function LastChecked({ date }: { date: string }) {
  const day = new Date(date).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  return <p>Last checked {day}.</p>;
}
