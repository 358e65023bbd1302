import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { ensureKeyFile, readKeyFile } from './key-file.ts';

/** A digest, and which key made it. */
export interface KeyedDigest {
  readonly digest: Buffer;
  readonly keyId: string;
}

/** Seals what the database keeps and must not know; see {@link createSecrets}. */
export interface Secrets {
  /** A text as it may be stored; `belongsTo` names whose it is, so that it cannot be moved to another's row. */
  seal(text: string, belongsTo: string): string;
  /** The text again. Throws {@link SecretsError} for what was sealed with an unknown key or for somebody else. */
  open(sealed: string, belongsTo: string): string;
  /** The same text sealed with the present key: as it is where it already was. Throws as {@link open} does. */
  renew(sealed: string, belongsTo: string): string;
  /** A digest that only this product can make: of short codes, which a plain hash would give away to guessing. */
  digest(text: string, belongsTo: string): KeyedDigest;
  /** The digests that the text may have been stored as: that of the present key, then those of the others. */
  digests(text: string, belongsTo: string): readonly KeyedDigest[];
  /** By what the present key is known; it says nothing of the key. */
  keyId(): string;
}

/** A sealed text that cannot be opened here. */
export class SecretsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretsError';
  }
}

interface Keys {
  readonly id: string;
  readonly seal: Buffer;
  readonly digest: Buffer;
}

/** Keys for one purpose each, by HKDF, so that no key serves two. */
function keysOf(master: Buffer): Keys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `yikao/${purpose}`, 32));
  return {
    id: derive('id').subarray(0, 6).toString('base64url'),
    seal: derive('seal'),
    digest: derive('digest'),
  };
}

/** The forms that a key can be found in. */
export type KeySource = Pick<Config, 'secretKey' | 'otherSecretKeys' | 'dataDir'>;

/** Every master key there is, the one that seals first. */
function masterKeys({ secretKey, otherSecretKeys, dataDir }: KeySource): Buffer[] {
  const others = otherSecretKeys.map(key => Buffer.from(key, 'utf8'));
  if (secretKey === undefined) return [...ensureKeyFile(dataDir), ...others];
  // Whoever began with the key file and has set SECRET_KEY since still opens what the file sealed.
  return [Buffer.from(secretKey, 'utf8'), ...others, ...readKeyFile(dataDir)];
}

/**
 * Seals with AES-256-GCM. The key comes from `SECRET_KEY`, else from the first line of a key file that is made in the
 * data folder when it is first needed. What other keys sealed (`OTHER_SECRET_KEYS`, further lines of the file) is
 * still opened, so that the key can be changed. Whoever has the database alone can open nothing.
 */
export function createSecrets(source: KeySource): Secrets {
  let known: readonly [Keys, ...Keys[]] | undefined;
  const keys = () => {
    if (known) return known;
    const [first, ...others] = masterKeys(source).map(keysOf);
    if (!first) throw new SecretsError('There is no key');
    known = [first, ...others];
    return known;
  };
  const secrets: Secrets = {
    seal(text, belongsTo) {
      const [{ seal, id }] = keys();
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', seal, iv).setAAD(Buffer.from(belongsTo));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${id}.${iv.toString('base64url')}.${body.toString('base64url')}`;
    },
    open(sealed, belongsTo) {
      const [from = '', iv = '', body = ''] = sealed.split('.');
      const key = keys().find(({ id }) => id === from);
      if (!key) {
        throw new SecretsError('Sealed with another key: see SECRET_KEY and the key file of DATA_DIR');
      }
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.seal, Buffer.from(iv, 'base64url'))
          .setAAD(Buffer.from(belongsTo))
          .setAuthTag(bytes.subarray(-16));
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SecretsError('A sealed text is damaged or belongs elsewhere', { cause });
      }
    },
    renew(sealed, belongsTo) {
      const text = secrets.open(sealed, belongsTo);
      return sealed.startsWith(`${secrets.keyId()}.`) ? sealed : secrets.seal(text, belongsTo);
    },
    digest(text, belongsTo) {
      return digestWith(keys()[0], text, belongsTo);
    },
    digests(text, belongsTo) {
      return keys().map(key => digestWith(key, text, belongsTo));
    },
    keyId: () => keys()[0].id,
  };
  return secrets;
}

function digestWith({ id, digest }: Keys, text: string, belongsTo: string): KeyedDigest {
  return { keyId: id, digest: createHmac('sha256', digest).update(`${belongsTo}\n${text}`).digest() };
}
