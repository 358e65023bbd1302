import { createDecipheriv, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { VendorAnswer } from '../../vendor/exchange.ts';
import { publicKeyOf, verifyText } from '../keys.ts';
import { PaymentFailure } from '../types.ts';
import { jsonOf } from '../vendor-call.ts';
import type { WechatSettings } from './settings.ts';

/** A text that the vendor has encrypted with the APIv3 key (AEAD_AES_256_GCM). */
export const encryptedText = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  nonce: z.string(),
  associated_data: z.string().optional(),
  ciphertext: z.string(),
});

/**
 * Opens a text that was encrypted with the APIv3 key; undefined when the key is another one or the text was changed.
 */
export function decrypt(found: z.infer<typeof encryptedText>, apiV3Key: string): string | undefined {
  const bytes = Buffer.from(found.ciphertext, 'base64');
  if (bytes.length < 16) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key, 'utf8'), found.nonce, {
      authTagLength: 16,
    })
      .setAuthTag(bytes.subarray(-16))
      .setAAD(Buffer.from(found.associated_data ?? '', 'utf8'));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The signature in the headers of an answer or notice. */
export interface WechatSignature {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** Number of the platform certificate or public key. */
  readonly serial: string;
}

/** Clock difference in seconds from which a signature is refused; that of the vendor's SDKs. */
const clockSeconds = 300;

/** Reports whether a signature is recent enough: an old one may have been recorded and replayed. */
export function isRecent({ timestamp }: WechatSignature, now: Date): boolean {
  return /^\d{10}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) < clockSeconds;
}

/** Reports whether the signature is that of the body under a key of the platform. */
export function isSigned({ timestamp, nonce, signature }: WechatSignature, body: Buffer, key: KeyObject) {
  return verifyText(
    Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]),
    signature,
    key,
  );
}

const certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: encryptedText })),
});

/** The platform's signing keys, by serial number. */
export interface PlatformKeys {
  /**
   * The currently valid key with that number; undefined if the platform has none. Throws as `download` does. For a
   * notice, which anyone may send, downloads become ever less frequent, and none are made if it is `offline`.
   */
  find(serial: string, notice?: { readonly offline: boolean }): Promise<KeyObject | undefined>;
}

/**
 * Milliseconds between regular downloads of certificates, and between downloads for unknown numbers: for those in
 * notices one minute at first, doubled after each that brings no new key, up to the maximum. A number that was not
 * found is not searched again before that.
 */
const renewal = { everyMs: 12 * 3_600_000, unknownMs: 60_000, longestMs: 600_000 } as const;

/** The forms of a platform's number: that of a certificate, and that of a public key. */
const serialForm = /^([0-9A-F]{16,64}|PUB_KEY_ID_\w{1,64})$/i;

/** Most unknown numbers that are remembered. */
const mostUnknown = 1_000;

/**
 * Manages the platform's keys: the public key given to the merchant, and the platform certificates, which change every
 * few years, overlap, and are downloaded for an unknown number. Certificates are trusted because they are encrypted
 * with the APIv3 key, which only the platform and the merchant have, and because the answer must be signed with one of
 * them.
 */
export function createPlatformKeys(
  settings: WechatSettings,
  download: () => Promise<{ answer: VendorAnswer; signature: WechatSignature }>,
  now: () => Date,
): PlatformKeys {
  const { platformKey, apiV3Key } = settings;
  const given = platformKey && publicKeyOf(platformKey.publicKey, "WeChat Pay's public key");
  let known: ReadonlyMap<string, X509Certificate> = new Map();
  let downloadedMs = Number.NEGATIVE_INFINITY;
  let downloading: Promise<void> | undefined;
  let pauseMs: number = renewal.unknownMs;
  const unknown = new Map<string, number>();

  async function renew(): Promise<void> {
    downloadedMs = now().getTime();
    const { answer, signature } = await download();
    const list = certificates.safeParse(jsonOf(answer.text));
    // Never `refused`: that would be the outcome of the payment or refund whose answer waits for a key.
    if (answer.status !== 200 || (list.success && list.data.data.length === 0)) {
      throw new PaymentFailure(
        'misconfigured',
        `WeChat Pay gives no platform certificates (${answer.status}): enter its public key and the key's number`,
      );
    }
    if (!list.success) {
      throw new PaymentFailure('untrusted', 'The platform certificates have another shape');
    }
    const found = new Map(
      list.data.data.map(({ serial_no, encrypt_certificate }) => {
        const pem = decrypt(encrypt_certificate, apiV3Key);
        if (pem === undefined) {
          throw new PaymentFailure('misconfigured', 'The APIv3 key does not open the platform certificates');
        }
        return [serial_no.toUpperCase(), new X509Certificate(pem)];
      }),
    );
    const signer = found.get(signature.serial.toUpperCase())?.publicKey ?? keyGiven(signature.serial);
    if (!signer || !isRecent(signature, now()) || !isSigned(signature, Buffer.from(answer.text), signer)) {
      throw new PaymentFailure('untrusted', 'The platform certificates are not signed by one of them');
    }
    const news = [...found.keys()].some(serial => !known.has(serial));
    pauseMs = news ? renewal.unknownMs : Math.min(pauseMs * 2, renewal.longestMs);
    known = found;
  }

  /** Reports whether a number was recently not found; forgets old entries. */
  function wasInVain(serial: string, time: number): boolean {
    const at = unknown.get(serial);
    if (at !== undefined && time - at < renewal.longestMs) return true;
    unknown.delete(serial);
    return false;
  }

  function rememberUnknown(serial: string, time: number): void {
    const [oldest] = unknown.keys();
    if (unknown.size >= mostUnknown && oldest !== undefined) unknown.delete(oldest);
    unknown.set(serial, time);
  }

  const keyGiven = (serial: string) => (serial === platformKey?.id ? given : undefined);

  function validKey(serial: string): KeyObject | undefined {
    const certificate = known.get(serial.toUpperCase());
    const time = now().getTime();
    return certificate &&
      certificate.validFromDate.getTime() <= time &&
      time <= certificate.validToDate.getTime()
      ? certificate.publicKey
      : undefined;
  }

  return {
    async find(serial, notice) {
      const own = keyGiven(serial);
      if (own) return own;
      if (!serialForm.test(serial)) return undefined;
      const time = now().getTime();
      const age = time - downloadedMs;
      const key = validKey(serial);
      if (notice?.offline || (key && age < renewal.everyMs)) return key;
      if (!key && notice && wasInVain(serial, time)) return undefined;
      // Invented numbers must not cause a download each.
      if (age >= (notice ? pauseMs : renewal.unknownMs)) {
        downloading ??= renew().finally(() => {
          downloading = undefined;
        });
      }
      // A known key remains valid while the platform cannot be reached for newer ones.
      await downloading?.catch(error => {
        pauseMs = Math.min(pauseMs * 2, renewal.longestMs);
        if (!key) throw error;
      });
      const found = validKey(serial);
      if (!found && downloadedMs >= time) rememberUnknown(serial, time);
      return found;
    },
  };
}
