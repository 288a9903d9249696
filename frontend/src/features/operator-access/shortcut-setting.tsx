import { useState } from 'react';
import { Panel } from '../../operator/parts.tsx';
import { shortcutsOn } from '../../operator/shortcuts.ts';

/** Switches the keyboard shortcuts of this device on or off. */
export function ShortcutSetting() {
  const [isOn, setOn] = useState(() => shortcutsOn.get());
  return (
    <Panel title="Keyboard shortcut" className="max-w-2xl">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-water"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked);
            shortcutsOn.set(target.checked);
          }}
        />
        <span>Press “/” to search a list. This setting is for this device only.</span>
      </label>
    </Panel>
  );
}
