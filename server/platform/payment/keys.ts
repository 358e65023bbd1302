import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { PaymentFailure } from './types.ts';

/** Text between the dashes of a PEM file, or the bare base64 that consoles of vendors show. */
function bare(key: string): string {
  return key.replace(/-----[A-Z0-9 ]+-----/g, '').replace(/\s+/g, '');
}

/** Bytes of a key that was pasted in as PEM or as bare base64. */
function derOf(key: string): Buffer {
  return Buffer.from(bare(key), 'base64');
}

/** Parses a key in one of several formats; throws `misconfigured` with the key's name and none of its content. */
function firstReadable(what: string, ways: readonly (() => KeyObject)[]): KeyObject {
  for (const way of ways) {
    try {
      const key = way();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // The next format may match; a parser's error could contain parts of the key.
    }
  }
  throw new PaymentFailure('misconfigured', `${what} cannot be read`);
}

/** An RSA private key, PKCS#8 or PKCS#1, as PEM or bare base64. Throws {@link PaymentFailure} `misconfigured`. */
export function privateKeyOf(text: string, what: string): KeyObject {
  const key = derOf(text);
  return firstReadable(what, [
    () => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  ]);
}

/** An RSA public key, as PEM or bare base64. Throws {@link PaymentFailure} `misconfigured`. */
export function publicKeyOf(text: string, what: string): KeyObject {
  const key = derOf(text);
  return firstReadable(what, [
    () => createPublicKey({ key, format: 'der', type: 'spki' }),
    () => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
  ]);
}

/** Signs a text with SHA256 and RSA, in base64, as all three vendors require. */
export function signText(text: string, key: KeyObject): string {
  return sign('sha256', Buffer.from(text, 'utf8'), key).toString('base64');
}

/** Reports whether a base64 signature by SHA256 with RSA is that of the text. */
export function verifyText(text: string | Buffer, signature: string, key: KeyObject): boolean {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  return verify('sha256', bytes, key, Buffer.from(signature, 'base64'));
}
