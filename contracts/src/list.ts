import { z } from 'zod';

/** Maximum number of rows on a page. */
const longestPage = 200;

/**
 * Returns the query schema of a list.
 * The list has at most `limit` rows that match `search`, in the order of `sort` (the first of `sorts` by default),
 * starting at `cursor`.
 */
export function listQuery<const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) {
  return z.object({
    limit: z.coerce.number().int().min(1).max(longestPage).default(50),
    cursor: z.string().max(500).optional().meta({ description: 'The `nextCursor` of the previous page' }),
    search: z
      .string()
      .max(100)
      .trim()
      .regex(/^[^\0]*$/)
      .optional(),
    sort: z.enum(sorts).default(sorts[0] as Sorts[number]),
    ...filters,
  });
}

/**
 * Returns the reply schema of a list.
 * It contains the rows, named `name`, and the next page's cursor (null at the end).
 */
export function listReply<const Name extends string, Row extends z.ZodType>(name: Name, row: Row) {
  const rows = { [name]: z.array(row) } as Record<Name, z.ZodArray<Row>>;
  return z.object({ ...rows, nextCursor: z.string().nullable() });
}

/** The validated query of a list. */
export interface ListQuery<Sort extends string = string> {
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
  sort: Sort;
}
