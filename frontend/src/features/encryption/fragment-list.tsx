import { Printer } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Buttons } from '../../ui/layout.tsx';
import { groupsOf } from './fragments.ts';

/** Shows the fragments in groups of characters that are easy to write down. */
export function FragmentList({ fragments }: { fragments: readonly string[] }) {
  return (
    <>
      <ol className="grid gap-5">
        {fragments.map((fragment, index) => {
          const name = `Fragment ${index + 1} of ${fragments.length}`;
          return (
            <li key={fragment} aria-label={name} className="grid break-inside-avoid gap-2.5">
              <h3 className="text-lg">{name}</h3>
              <p
                translate="no"
                className="grid grid-cols-[repeat(auto-fill,minmax(4.5ch,1fr))] gap-x-4 gap-y-1.5 rounded-md bg-sunk px-4.5 py-4 font-mono text-[1.125rem] max-sm:px-3"
              >
                {groupsOf(fragment).map((group, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one fragment never move
                  <span key={place}>{group} </span>
                ))}
              </p>
              <div className="print:hidden">
                <CopyButton text={fragment} label="Copy" what={name.toLowerCase()} variant="quiet" />
              </div>
            </li>
          );
        })}
      </ol>
      <Buttons className="print:hidden">
        <Button variant="quiet" onClick={() => window.print()}>
          <Printer aria-hidden className="size-5" />
          Print my fragments
        </Button>
      </Buttons>
    </>
  );
}
