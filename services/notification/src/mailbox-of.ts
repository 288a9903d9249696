import validator from 'validator';

/**
 * Returns the mailbox of an address, to count mails. Mails are sent to the address as entered.
 * Case and the part after `+` are ignored for all providers; dots and alias domains only for providers that ignore them
 * (Gmail, Yandex).
 */
export function mailboxOf(email: string): string {
  const untagged = email.toLowerCase().replace(/^([^@+]+)\+[^@]*@/, '$1@');
  // At Yahoo, the part before `-` is not always the account's name.
  return validator.normalizeEmail(untagged, { yahoo_remove_subaddress: false }) || untagged;
}
