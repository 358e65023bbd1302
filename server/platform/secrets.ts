import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Config } from './config.ts';
import { ensureKeyFile, readKeyFile } from './key-file.ts';

/** A digest, and which key made it. */
export interface KeyedDigest {
  readonly digest: Buffer;
  readonly keyId: string;
}

/** Encrypts values that the database stores but must not be able to read; see {@link createSecrets}. */
export interface Secrets {
  /** Encrypts a text for storage; `belongsTo` names its owner, so that it cannot be moved to another row. */
  seal(text: string, belongsTo: string): string;
  /** Decrypts a text. Throws {@link SecretsError} if it was sealed with an unknown key or for another owner. */
  open(sealed: string, belongsTo: string): string;
  /** The same text sealed with the current key; unchanged if it already is. Throws as {@link open} does. */
  renew(sealed: string, belongsTo: string): string;
  /** A keyed digest that only this product can compute: for short codes, whose plain hash could be guessed. */
  digest(text: string, belongsTo: string): KeyedDigest;
  /** The possible stored digests of a text: with the current key, then with the others. */
  digests(text: string, belongsTo: string): readonly KeyedDigest[];
  /** Identifies the current key without revealing it. */
  keyId(): string;
  /** Starts a thread that decrypts many texts: 200,000 take a second, in which this one would do nothing else. */
  opener(): Opener;
}

/** A sealed text with its owner. */
export interface Sealed {
  readonly sealed: string;
  readonly belongsTo: string;
}

/** A thread that decrypts; ends with `close`. */
export interface Opener {
  /** The texts in the order given. Rejects with a {@link SecretsError} as {@link Secrets.open} throws. */
  open(list: readonly Sealed[]): Promise<readonly string[]>;
  close(): Promise<void>;
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
  readonly seal: KeyObject;
  readonly digest: KeyObject;
}

/** Bytes of the value that makes each sealing differ, and how many of them are drawn at a time. */
const [ivBytes, ivsAtOnce] = [12, 512];

/** Keys for one purpose each, by HKDF, so that no key serves two. */
function keysOf(master: Buffer): Keys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `yikao/${purpose}`, 32));
  return {
    id: derive('id').subarray(0, 6).toString('base64url'),
    // Prepared once: a key given as bytes takes longer to prepare than a short text takes to seal.
    seal: createSecretKey(derive('seal')),
    digest: createSecretKey(derive('digest')),
  };
}

/** The forms that a key can be found in. */
export type KeySource = Pick<Config, 'secretKey' | 'otherSecretKeys' | 'dataDir'>;

/** All master keys, the sealing one first. */
function masterKeys({ secretKey, otherSecretKeys, dataDir }: KeySource): Buffer[] {
  const others = otherSecretKeys.map(key => Buffer.from(key, 'utf8'));
  if (secretKey === undefined) return [...ensureKeyFile(dataDir), ...others];
  // Installations that began with the key file and later set SECRET_KEY can still open earlier secrets.
  return [Buffer.from(secretKey, 'utf8'), ...others, ...readKeyFile(dataDir)];
}

/**
 * Encrypts with AES-256-GCM. The key is `SECRET_KEY`, else the first line of a key file, created in the data folder on
 * first use. Secrets sealed with other keys (`OTHER_SECRET_KEYS`, further lines of the file) can still be opened, so
 * that the key can be changed. The database alone is not enough to open anything.
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
  let drawn = Buffer.alloc(0);
  /** Random bytes that no other sealing gets. */
  const freshIv = () => {
    if (drawn.length === 0) drawn = randomBytes(ivBytes * ivsAtOnce);
    const iv = drawn.subarray(0, ivBytes);
    drawn = drawn.subarray(ivBytes);
    return iv;
  };
  const secrets: Secrets = {
    seal(text, belongsTo) {
      const [{ seal, id }] = keys();
      const iv = freshIv();
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
    opener() {
      // Creates the key file before the thread reads it.
      keys();
      return startOpener(source);
    },
  };
  return secrets;
}

/** The answer of the thread. */
type Opened = { readonly texts: readonly string[] } | { readonly problem: string };

function startOpener({ secretKey, otherSecretKeys, dataDir }: KeySource): Opener {
  const keySource: KeySource = { secretKey, otherSecretKeys, dataDir };
  const worker = new Worker(new URL('./secrets-worker.ts', import.meta.url), { workerData: keySource });
  const waiting: PromiseWithResolvers<readonly string[]>[] = [];
  const fail = (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('message', (answer: Opened) => {
    const first = waiting.shift();
    if ('texts' in answer) first?.resolve(answer.texts);
    else first?.reject(new SecretsError(answer.problem));
  });
  worker.on('error', cause => fail(new SecretsError('The thread that opens secrets failed', { cause })));
  worker.on('exit', () => fail(new SecretsError('The thread that opens secrets has ended')));
  return {
    open(list) {
      const answer = Promise.withResolvers<readonly string[]>();
      waiting.push(answer);
      worker.postMessage(list);
      return answer.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}

function digestWith({ id, digest }: Keys, text: string, belongsTo: string): KeyedDigest {
  return { keyId: id, digest: createHmac('sha256', digest).update(`${belongsTo}\n${text}`).digest() };
}
