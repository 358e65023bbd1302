import { createDecipheriv, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { publicKeyOf, verifyText } from '../keys.ts';
import { PaymentFailure } from '../types.ts';
import { jsonOf, type VendorAnswer } from '../vendor-call.ts';
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

/** The signature of an answer or a notice, as its headers tell. */
export interface WechatSignature {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** Number of the platform certificate or public key. */
  readonly serial: string;
}

/** Seconds that the time of a signature may be away from ours; the vendor's own bound. */
const clockSeconds = 300;

/** Whether a signature is recent enough to be believed: an old one may be somebody's who overheard it. */
export function isRecent({ timestamp }: WechatSignature, now: Date): boolean {
  return /^\d{10}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= clockSeconds;
}

/** Whether the signature is that of the body under a key of the platform. */
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

/** The keys by which the platform signs, by serial number. */
export interface PlatformKeys {
  /** The key of that number; undefined when the platform has none such that is valid now. Throws as `download` does. */
  find(serial: string): Promise<KeyObject | undefined>;
}

/** Milliseconds after which certificates are downloaded again, and between two downloads for numbers nobody knows. */
const renewal = { everyMs: 12 * 3_600_000, unknownMs: 60_000 } as const;

/**
 * Keeps the platform's keys: the public key that the merchant was given, and the platform certificates, which change
 * every few years, overlap, and are downloaded when a number comes along that is not known yet. Certificates are
 * believed because they are encrypted with the APIv3 key, which only the platform and the merchant have; and the answer
 * that carries them has to be signed with one of them.
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

  async function renew(): Promise<void> {
    downloadedMs = now().getTime();
    const { answer, signature } = await download();
    const list = certificates.safeParse(jsonOf(answer.text));
    if (answer.status !== 200 || !list.success) {
      throw new PaymentFailure('refused', `The platform certificates were not given: ${answer.status}`);
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
    known = found;
  }

  const keyGiven = (serial: string) => (serial === platformKey?.id ? given : undefined);

  function validKey(serial: string): KeyObject | undefined {
    const certificate = known.get(serial.toUpperCase());
    const time = now().getTime();
    return certificate && Date.parse(certificate.validFrom) <= time && time <= Date.parse(certificate.validTo)
      ? certificate.publicKey
      : undefined;
  }

  return {
    async find(serial) {
      const own = keyGiven(serial);
      if (own) return own;
      const age = now().getTime() - downloadedMs;
      const key = validKey(serial);
      if (key && age < renewal.everyMs) return key;
      // Whoever makes numbers up must not have us download once for each.
      if (age >= renewal.unknownMs) {
        downloading ??= renew().finally(() => {
          downloading = undefined;
        });
      }
      // A key that is known goes on being good while the platform cannot be asked for newer ones.
      await downloading?.catch(error => {
        if (!key) throw error;
      });
      return validKey(serial);
    },
  };
}
