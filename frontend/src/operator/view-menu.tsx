import { Settings2 } from 'lucide-react';
import { Menu, MenuCheck } from '../ui/menu.tsx';
import type { useListView } from './use-list-view.ts';

/**
 * Shows a menu for the density and the columns of a list.
 * The first column, links and texts cannot be hidden.
 */
export function ViewMenu<Column extends { name: string; line?: 1 | 2; isWide?: boolean }>({
  columns,
  view,
}: {
  columns: readonly Column[];
  view: ReturnType<typeof useListView>;
}) {
  const optional = columns
    .filter(({ line, isWide }, index) => index > 0 && line !== 1 && !isWide)
    .map(({ name }) => name);
  return (
    <Menu
      label="View"
      trigger={
        <>
          <Settings2 aria-hidden className="size-5" /> View
        </>
      }
    >
      <MenuCheck isOn={view.isCompact} onChange={view.setCompact}>
        Compact rows
      </MenuCheck>
      {optional.map((name) => (
        <MenuCheck key={name} isOn={!view.isHidden(name)} onChange={(isOn) => view.setHidden(name, !isOn)}>
          {name}
        </MenuCheck>
      ))}
    </Menu>
  );
}
