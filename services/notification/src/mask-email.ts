/** Masks an e-mail address for the screen of its owner: 'ann@example.com' becomes 'a•••@example.com'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
