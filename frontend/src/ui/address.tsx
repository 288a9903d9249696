import { boldGroups, splitAddress } from '@xrp-bridge/contracts/address-groups';
import { cx } from './cx.ts';

/**
 * Shows a whole address in groups of four.
 * The gaps between groups are CSS. The text has no spaces, so a manual selection copies the exact address.
 * `text-balance` evens out the lines.
 */
export function Address({ value }: { value: string }) {
  const groups = splitAddress(value);
  const bold = boldGroups(groups.length);
  return (
    <p
      translate="no"
      className="rounded-md bg-sunk px-4.5 py-4 font-mono text-[1.125rem] leading-[1.9] text-balance max-sm:px-3"
    >
      {groups.map((group, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move
          key={index}
          className={cx('mr-3 inline-block last:mr-0 max-sm:mr-2.5', bold.has(index) && 'font-bold text-water-deep')}
        >
          {group}
        </span>
      ))}
    </p>
  );
}
