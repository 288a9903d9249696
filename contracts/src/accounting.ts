/** One line of double-entry books; debits are positive, credits negative, and the lines of a transaction sum to zero. */
export interface Entry<Account extends string = string> {
  account: Account;
  amountCents: number;
}

/** The lines of a transaction, from what it does to each account; what it does not touch has no line. */
export function entriesOf<Account extends string>(cents: Partial<Record<Account, number>>): Entry<Account>[] {
  return Object.entries<number>(cents as Record<Account, number>)
    .map(([account, amountCents]) => ({ account: account as Account, amountCents }))
    .filter(({ amountCents }) => amountCents !== 0);
}
