import validator from 'validator';

/**
 * The mailbox behind an address, to count mails by; a mail always goes to the address as given. Letter case and what
 * follows a `+` make no other mailbox at any provider, dots and second domains only where the provider ignores them
 * (Gmail, Yandex).
 */
export function mailboxOf(email: string): string {
  const untagged = email.toLowerCase().replace(/^([^@+]+)\+[^@]*@/, '$1@');
  // At Yahoo, the name before a `-` need not be the name of the account.
  return validator.normalizeEmail(untagged, { yahoo_remove_subaddress: false }) || untagged;
}
