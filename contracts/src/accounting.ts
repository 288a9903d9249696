/** One line of double-entry accounting. Debits are positive; a transaction's lines sum to zero. */
export interface Entry<Account extends string = string> {
  account: Account;
  amountCents: number;
}

/** Converts a transaction's changes by account to entries. A change of zero has no entry. */
export function entriesOf<Account extends string>(cents: Partial<Record<Account, number>>): Entry<Account>[] {
  return Object.entries<number>(cents as Record<Account, number>)
    .map(([account, amountCents]) => ({ account: account as Account, amountCents }))
    .filter(({ amountCents }) => amountCents !== 0);
}
