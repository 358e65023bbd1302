import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '@yikao/model/errors.ts';
import type { Config } from './config.ts';
import { underMigrationLock } from './database/migration-lock.ts';
import type { Database } from './database/types.ts';
import { faultOf } from './faults.ts';
import type { FileStore } from './files/types.ts';
import { readKeyFile } from './key-file.ts';
import type { Logger } from './logger.ts';
import { type Secrets, SecretsError } from './secrets.ts';

/** The installation of a node: all nodes of a database need the same files and the same key. */
export interface Node {
  readonly database: Pick<Database, 'pool'>;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly config: Pick<Config, 'dataDir' | 'filesUrl' | 'secretKey'>;
  readonly logger: Logger;
}

/** Thrown when a node has other files or another key than the nodes before it; names the variable to set. */
export class InstallationError extends Error {
  constructor(message: string) {
    super(`${message} Moved on purpose? See "Several nodes" in docs/operators.md.`);
    this.name = 'InstallationError';
  }
}

/** Name of the object in the file store that identifies its installation. */
const marker = 'installation';
/** The purpose and the content of the key check. */
const belongsTo = 'installation';

/**
 * One row. Not a migration, since it decides whether this node may touch anything else; the same holds for the table of
 * migrations.
 */
const createTable = `
  create table if not exists yikao_installation (
    only_one boolean primary key default true check (only_one),
    id text not null,
    key_check text not null
  )`;

interface Installation {
  readonly id: string;
  /** The id, sealed with the key of the nodes. */
  readonly keyCheck: string;
}

type Connection = Pick<Database['pool'], 'query'>;

async function readInstallation(connection: Connection): Promise<Installation | undefined> {
  const there = await connection.query<{ there: boolean }>(
    "select to_regclass('yikao_installation') is not null as there",
  );
  if (there.rows[0]?.there !== true) return undefined;
  const found = await connection.query<Installation>(
    'select id, key_check as "keyCheck" from yikao_installation',
  );
  return found.rows[0];
}

/** The id that the file store carries; undefined for one that no installation has used. */
async function readMarker(files: FileStore): Promise<string | undefined> {
  try {
    return (await text(await files.open(marker))).trim();
  } catch (error) {
    if (error instanceof AppError && error.code === 'notFound') return undefined;
    throw error;
  }
}

async function writeMarker(files: FileStore, id: string): Promise<void> {
  await files.put(marker, Readable.from([Buffer.from(`${id}\n`)]), {
    maxBytes: 1_000,
    contentType: 'text/plain',
  });
}

/** Founds the installation; of several starting nodes the first does, and the others find it. */
async function found({ database, files, secrets }: Node): Promise<void> {
  await underMigrationLock(database, async client => {
    await client.query(createTable);
    if ((await readInstallation(client)) !== undefined) return;
    // A store that is marked already was that of a database before this one, or of a first start that was cut short.
    const known = await readMarker(files);
    const id = known ?? randomUUID();
    if (known === undefined) await writeMarker(files, id);
    await client.query('insert into yikao_installation (id, key_check) values ($1, $2)', [
      id,
      secrets.seal(id, belongsTo),
    ]);
  });
}

async function assertFiles({ files, config, logger }: Node, { id }: Installation): Promise<void> {
  let marked: string | undefined;
  try {
    marked = await readMarker(files);
  } catch (error) {
    if (faultOf(error) !== 'storeAway') throw error;
    // A store that is away for a while must not keep the nodes from coming up again.
    logger.warn(
      { err: error },
      'The file store is away: whether it is that of the other nodes cannot be seen',
    );
    return;
  }
  if (marked === id) return;
  throw new InstallationError(
    config.filesUrl === undefined
      ? `FILES_URL: the files of this database are not in ${join(config.dataDir, 'files')}. Set FILES_URL to the store that all nodes share, or DATA_DIR to the folder that has them.`
      : 'FILES_URL: the files of this database are not in this store. Set it as on the other nodes.',
  );
}

function assertKey({ secrets, config }: Node, { id, keyCheck }: Installation): void {
  // Checked first: a newly created key cannot be that of the other nodes.
  const hasKey = config.secretKey !== undefined || readKeyFile(config.dataDir).length > 0;
  try {
    if (hasKey && secrets.open(keyCheck, belongsTo) === id) return;
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
  }
  throw new InstallationError(
    `SECRET_KEY: this node ${hasKey ? 'has another key than' : 'does not have the key of'} the nodes before it. Set it as on the other nodes, or copy their secret.key into ${config.dataDir}.`,
  );
}

/**
 * Ensures that this node has the files and the key of the database's other nodes, whatever its role; the first node
 * founds the installation. Requires a migrated database.
 * @throws {InstallationError} if it has others.
 */
export async function joinInstallation(node: Node): Promise<void> {
  const standing = await readInstallation(node.database.pool);
  if (standing === undefined) await found(node);
  const installation = standing ?? (await readInstallation(node.database.pool));
  if (installation === undefined) throw new Error('The installation was not founded');
  await assertFiles(node, installation);
  assertKey(node, installation);
}

/** Seals the key check with the present key, as far as one of the keys opens it. */
export async function renewKeyCheck({
  database,
  secrets,
}: Pick<Node, 'database' | 'secrets'>): Promise<void> {
  const installation = await readInstallation(database.pool);
  if (installation === undefined) return;
  try {
    const renewed = secrets.renew(installation.keyCheck, belongsTo);
    await database.pool.query('update yikao_installation set key_check = $1', [renewed]);
  } catch (error) {
    // A key that is lost for good is another command's business.
    if (!(error instanceof SecretsError)) throw error;
  }
}

/** Makes this node's files and key those of the installation; returns the parts that changed. */
export async function claimInstallation(
  node: Node,
): Promise<{ readonly files: boolean; readonly key: boolean }> {
  const { database, files, secrets } = node;
  const installation = await readInstallation(database.pool);
  if (installation === undefined) {
    await found(node);
    return { files: false, key: false };
  }
  const { id, keyCheck } = installation;
  const moved = (await readMarker(files)) !== id;
  if (moved) await writeMarker(files, id);
  let changed = false;
  try {
    secrets.open(keyCheck, belongsTo);
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    changed = true;
  }
  if (changed) {
    const sealed = secrets.seal(id, belongsTo);
    await database.pool.query('update yikao_installation set key_check = $1', [sealed]);
  }
  return { files: moved, key: changed };
}
