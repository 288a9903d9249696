import { copyText } from '../ui/copy-button.tsx';
import { toast } from '../ui/toast.ts';
import { Id } from './parts.tsx';

/** The length up to which an id is shown whole. */
const wholeUpTo = 14;

/** Shortens a long id to its beginning and end: "pay_c13c…e910". */
export function shortId(id: string): string {
  return id.length <= wholeUpTo ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}

/** Shows a shortened id. A click copies the whole id. */
export function CopyId({ id, shown = shortId(id) }: { id: string; shown?: string }) {
  async function copy() {
    const copied = await copyText(id);
    toast(copied ? { title: 'Copied', description: id } : { title: 'Please select and copy this ID', description: id });
  }
  return (
    <button
      type="button"
      title={id}
      aria-label={`${shown}: copy this ID`}
      onClick={() => void copy()}
      className="inline-flex min-h-11 min-w-11 items-center text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-solid"
    >
      <Id>{shown}</Id>
    </button>
  );
}
