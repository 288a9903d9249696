import { defineStored, parseFlag } from '../lib/storage.ts';

/**
 * Whether the key "/" works on this device. Operators can switch it off (WCAG 2.1.4), because speech input
 * types single characters.
 */
export const shortcutsOn = defineStored('operator_shortcuts', parseFlag, true);
