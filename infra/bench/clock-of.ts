/** A moment as PostgreSQL's log has it, in UTC: 05:04:03.021. */
export function clockOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(11, 23);
}
