import { queryOf, type Reply } from '../../lib/api/client.ts';
import type { Column } from '../../operator/column.ts';
import { DataTable } from '../../operator/data-table.tsx';
import { Status, When } from '../../operator/parts.tsx';
import { useList } from '../../operator/use-list.ts';

type Post = Reply<'GET /api/admin/ad-posts'>['posts'][number];

/** Returns the operator who requested the post, or else what triggered it. */
const whoOf = ({ trigger, operator }: Post) => operator ?? (trigger === 'schedule' ? 'the schedule' : 'a test');

const columns: readonly Column<Post>[] = [
  {
    name: 'Scheduled',
    sort: 'plannedAt',
    show: ({ plannedAt }) => <When at={plannedAt} />,
    save: (row) => row.plannedAt,
  },
  { name: 'Theme', show: ({ theme }) => theme, save: ({ theme }) => theme },
  { name: 'Text', show: ({ text }) => text, save: ({ text }) => text },
  { name: 'Started by', show: whoOf, save: whoOf },
  { name: 'Posting hours', show: ({ window }) => window, save: ({ window }) => window },
  {
    name: 'Result',
    show: ({ status, why }) => (
      <>
        <Status of={status} />
        {why && <span className="block text-bad">{why}</span>}
      </>
    ),
    save: ({ status }) => status,
  },
];

export function PostsTable() {
  const list = useList({
    name: 'posts',
    sorts: ['-plannedAt', 'plannedAt'],
    read: (query) => queryOf('GET /api/admin/ad-posts', { query }),
    rowsOf: ({ posts }) => posts,
  });
  return (
    <DataTable
      title="Posts"
      file="ad-posts"
      list={list}
      columns={columns}
      find="Search by theme or text"
      empty="No posts yet."
    />
  );
}
