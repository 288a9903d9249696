/** An account of the ledger. */
export interface Account {
  address: string;
  balance: bigint;
  flags: number;
  sequence: number;
  ownerCount: number;
  regularKey?: string;
}

// The flags of https://xrpl.org/docs/references/protocol/ledger-data/ledger-entry-types/accountroot#accountroot-flags
export const FLAGS = {
  passwordSpent: 0x00010000,
  requireDestinationTag: 0x00020000,
  requireAuthorization: 0x00040000,
  disallowIncomingXRP: 0x00080000,
  disableMasterKey: 0x00100000,
  noFreeze: 0x00200000,
  globalFreeze: 0x00400000,
  defaultRipple: 0x00800000,
  depositAuth: 0x01000000,
} as const;

type FlagName = keyof typeof FLAGS;

/** Alternative names of flags in the ledger's documentation. */
const ALIASES: Record<string, FlagName> = {
  requiredest: 'requireDestinationTag',
  requiredesttag: 'requireDestinationTag',
  requireauth: 'requireAuthorization',
  disallowxrp: 'disallowIncomingXRP',
  disablemaster: 'disableMasterKey',
};

/** Finds a flag by any name: `requireDestinationTag`, `lsfRequireDestTag`, `asfRequireDest`. */
export function flagOf(name: string): number | undefined {
  const plain = name.replace(/^(lsf|asf)/, '').toLowerCase();
  const known = ALIASES[plain] ?? (Object.keys(FLAGS) as FlagName[]).find((flag) => flag.toLowerCase() === plain);
  return known && FLAGS[known];
}

export const has = (account: Account, flag: FlagName) => (account.flags & FLAGS[flag]) !== 0;

/** Returns the flags in the format of `account_info`. */
export function accountFlags(account: Account): Record<string, boolean> {
  return Object.fromEntries((Object.keys(FLAGS) as FlagName[]).map((flag) => [flag, has(account, flag)]));
}
