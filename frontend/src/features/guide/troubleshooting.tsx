import { TextButton } from '../../ui/button.tsx';
import { Disclosure, Fold } from '../../ui/disclosure.tsx';
import type { Instructions } from './api.ts';

/** Lists common problems and their solutions. */
export function Troubleshooting({
  commonIssues,
  onDecode,
}: Instructions['troubleshooting'] & {
  /** Opens the field for a transaction hash; undefined if the page has no such field. */
  onDecode?: () => void;
}) {
  return (
    <Fold title="If something goes wrong">
      {onDecode && (
        <p className="text-ink-2">
          Sent your XRP but don’t see it?{' '}
          <TextButton onClick={onDecode}>Paste the transaction hash, and we’ll look it up</TextButton>
        </p>
      )}
      <div className="border-l-2 border-line pl-4">
        {commonIssues.map(({ id, issue, solution }) => (
          <Disclosure key={id} title={issue}>
            {solution}
          </Disclosure>
        ))}
      </div>
    </Fold>
  );
}
