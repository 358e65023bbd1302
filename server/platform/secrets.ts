import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** Seals what the database keeps and must not know; see {@link createSecrets}. */
export interface Secrets {
  /** A text as it may be stored; `belongsTo` names whose it is, so that it cannot be moved to another's row. */
  seal(text: string, belongsTo: string): string;
  /** The text again. Throws {@link SecretsError} for what was sealed with another key or for somebody else. */
  open(sealed: string, belongsTo: string): string;
  /** A digest that only this product can make: of short codes, which a plain hash would give away to guessing. */
  digest(text: string, belongsTo: string): Buffer;
}

/** A sealed text that cannot be opened here. */
export class SecretsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretsError';
  }
}

/** Name of the key file in the data folder. */
const keyFile = 'secret.key';

/** The master key of the key file, which is made when there is none; two that come at once take the same one. */
function keyOfFile(dataDir: string): Buffer {
  const path = join(dataDir, keyFile);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  if (key.length !== 32) throw new SecretsError(`${path} is no key file; restore it from a backup`);
  return key;
}

/** A key for one purpose, by HKDF, so that no key serves two. */
function derive(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `yikao/${purpose}`, 32));
}

/**
 * Seals with AES-256-GCM. The keys come from `SECRET_KEY`, else from a key file that is made in the data folder when
 * it is first needed. Whoever has the database alone can open nothing.
 */
export function createSecrets(config: Pick<Config, 'secretKey' | 'dataDir'>): Secrets {
  let keys: { readonly seal: Buffer; readonly digest: Buffer; readonly id: string } | undefined;
  const known = () => {
    if (keys) return keys;
    const master =
      config.secretKey === undefined ? keyOfFile(config.dataDir) : Buffer.from(config.secretKey, 'utf8');
    const id = derive(master, 'id').subarray(0, 6).toString('base64url');
    keys = { seal: derive(master, 'seal'), digest: derive(master, 'digest'), id };
    return keys;
  };
  return {
    seal(text, belongsTo) {
      const { seal, id } = known();
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', seal, iv).setAAD(Buffer.from(belongsTo));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${id}.${iv.toString('base64url')}.${body.toString('base64url')}`;
    },
    open(sealed, belongsTo) {
      const { seal, id } = known();
      const [from = '', iv = '', body = ''] = sealed.split('.');
      if (from !== id) {
        throw new SecretsError('Sealed with another key: see SECRET_KEY and the key file of DATA_DIR');
      }
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', seal, Buffer.from(iv, 'base64url'))
          .setAAD(Buffer.from(belongsTo))
          .setAuthTag(bytes.subarray(-16));
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SecretsError('A sealed text is damaged or belongs elsewhere', { cause });
      }
    },
    digest(text, belongsTo) {
      return createHmac('sha256', known().digest).update(`${belongsTo}\n${text}`).digest();
    },
  };
}
