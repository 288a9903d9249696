import { z } from 'zod';

/** The longest page that may be asked for. */
const longestPage = 200;

/**
 * The query of every list: at most `limit` rows, those that `search` finds, in the order of `sort` (the first one named
 * here unless another is asked for), from where the page before ended.
 */
export function listQuery<const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) {
  return z.object({
    limit: z.coerce.number().int().min(1).max(longestPage).default(50),
    cursor: z.string().max(500).optional().meta({ description: 'The `nextCursor` of the page before' }),
    search: z
      .string()
      .trim()
      .max(100)
      .regex(/^[^\0]*$/)
      .optional(),
    sort: z.enum(sorts).default(sorts[0] as Sorts[number]),
    ...filters,
  });
}

/** The answer of every list: its rows under their own name, and where the next page begins; null at the end. */
export function listReply<const Name extends string, Row extends z.ZodType>(name: Name, row: Row) {
  const rows = { [name]: z.array(row) } as Record<Name, z.ZodArray<Row>>;
  return z.object({ ...rows, nextCursor: z.string().nullable() });
}

/** What every list is asked. */
export interface ListQuery<Sort extends string = string> {
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
  sort: Sort;
}
