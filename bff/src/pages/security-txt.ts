import type { Context } from '../context.ts';

export const securityTxtPath = '/.well-known/security.txt';

const validMs = 90 * 24 * 3600_000;

/** Returns the file that names the contact for security problems (RFC 9116). */
export function securityTxt(settings: Pick<Context['settings'], 'PUBLIC_URL' | 'SUPPORT_EMAIL'>, now: Date): string {
  return `${[
    `Contact: mailto:${settings.SUPPORT_EMAIL}`,
    `Expires: ${new Date(now.getTime() + validMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL(securityTxtPath, settings.PUBLIC_URL).href}`,
  ].join('\r\n')}\r\n`;
}
