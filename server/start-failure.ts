import { ConfigError } from './platform/config.ts';
import { DataFolderInUse } from './platform/database/data-lock.ts';
import { KeyFileError } from './platform/key-file.ts';
import { MigrationError } from './platform/migrations.ts';

/** What a system's or the database's own code for a failure means to whoever starts the product. */
const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken by another process; set PORT to a free one',
  EACCES: 'This user may not use the port or the data folder; see PORT and DATA_DIR',
  EADDRNOTAVAIL: 'This machine has no such address; see HOST',
  ECONNREFUSED: 'The database server does not answer; see DATABASE_URL',
  ENOTFOUND: 'The database server is not known; see DATABASE_URL',
  '28P01': 'The database server refuses the password; see DATABASE_URL',
  '28000': 'The database server refuses the user; see DATABASE_URL',
  '3D000': 'There is no such database on the server; see DATABASE_URL',
};

/**
 * What the terminal says when a start fails: a sentence for what a person can put right, with the system's words
 * beside it; anything else whole, with its stack.
 */
export function startFailure(error: unknown): unknown {
  const told = [ConfigError, DataFolderInUse, MigrationError, KeyFileError];
  if (error instanceof Error && told.some(kind => error instanceof kind)) return error.message;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const sentence = typeof code === 'string' ? sentences[code] : undefined;
  return sentence === undefined ? error : `${sentence} (${String(message)})`;
}
