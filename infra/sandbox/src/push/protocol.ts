import { createDecipheriv, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto';

export interface Keys {
  ecdh: ECDH;
  auth: Buffer;
}

/**
 * Decrypts the body of a push message (RFC 8188 and RFC 8291), which has one record.
 * @throws Error if the body is not encrypted for these keys
 */
export function decryptMessage(body: Buffer, { ecdh, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20] as number;
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const derive = (secret: Buffer, saltOf: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOf, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with the delimiter 2, followed by zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/**
 * Checks the sender's signature (RFC 8292).
 * @returns the reason why the header is refused; null if the header is valid
 */
export function refuseVapid(header: string, expected: { publicKey: string; audience: string; now: number }) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (publicKey !== expected.publicKey) return 'The key is not the one of the subscription.';
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))) {
    return 'The signature is invalid.';
  }
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (aud !== expected.audience) return 'The token is for another server.';
  const seconds = expected.now / 1000;
  if (!(exp > seconds && exp <= seconds + 24 * 3600 + 60)) return 'The token has expired, or is valid for over a day.';
  return /^mailto:.+@/.test(sub) ? null : 'The token names no contact.';
}
