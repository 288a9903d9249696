import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Tables } from '../tables.ts';

// TOTP (RFC 6238) with the defaults that every authenticator app supports: SHA-1, six digits, 30 seconds.

const periodSeconds = 30;
const recoveryCodes = 10;
/** Letters and digits without similar characters such as 0 and o, or 1 and l. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns a new secret of 160 bits in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the otpauth:// URI of a secret, for a QR code. */
export function totpUri(secret: string, about: { issuer: string; label: string }): string {
  return totpOf(secret, about).toString();
}

/** Returns the time step of a code, at most one step from now; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(' ', '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / periodSeconds) + delta;
}

/**
 * Accepts a code from the app or a recovery code, each only once.
 * @returns false for a wrong code and for a code that was already used
 */
export async function acceptCode(
  db: Kysely<Tables>,
  account: { id: string; totp_secret: string },
  code: string,
  now: Date,
): Promise<boolean> {
  const step = stepOfCode(account.totp_secret, code, now);
  if (step !== null) {
    const { numUpdatedRows } = await db
      .updateTable('operator_account')
      .set({ totp_step: step })
      .where('id', '=', account.id)
      .where((row) => row.or([row('totp_step', 'is', null), row('totp_step', '<', String(step))]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', account.id)
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Replaces an account's recovery codes and stores only hashes. @returns the codes, to be shown once */
export async function replaceRecoveryCodes(db: Kysely<Tables>, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, createRecoveryCode);
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashCode(code) })))
    .execute();
  return codes;
}

/**
 * Returns seven groups of four characters: 138 bits, so that a hash without salt is safe.
 * ASVS 11.5.1 requires 128 bits.
 */
function createRecoveryCode(): string {
  const characters = [...randomBytes(64)].filter((byte) => byte < letters.length * 8).slice(0, 28);
  const code = characters.map((byte) => letters[byte % letters.length]).join('');
  return code.length < 28 ? createRecoveryCode() : (code.match(/.{4}/g) ?? []).join('-');
}

function hashCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest();
}

function totpOf(secret: string, about: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...about, secret: Secret.fromBase32(secret), period: periodSeconds });
}
