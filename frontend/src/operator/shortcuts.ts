import { defineStored, parseFlag } from '../lib/storage.ts';

/**
 * The setting of this device for the key "/".
 * Operators can switch the key off (WCAG 2.1.4), because speech input types single characters.
 */
export const shortcutsOn = defineStored('operator_shortcuts', parseFlag, true);
