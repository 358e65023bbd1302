import { UndeclaredStates } from './engine/steps/assert-states.ts';
import { ConfigError } from './platform/config.ts';
import { DataFolderInUse } from './platform/database/data-lock.ts';
import { type Fault, faultOf } from './platform/faults.ts';
import { InstallationError } from './platform/installation.ts';
import { KeyFileError } from './platform/key-file.ts';
import { MigrationError } from './platform/migrations.ts';

/** Explanations of the system's and the database's error codes for the person starting the product. */
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

/** The same for faults below the product. */
const faults: Readonly<Record<Fault, string>> = {
  databaseAway: 'The database server does not answer; see DATABASE_URL',
  databaseLost: 'The connection to the database broke off; see its log',
  databaseBusy: 'The database takes no more connections or has no memory left; see its log',
  shuttingDown: 'It was told to end while it started',
  diskFull: 'There is no room left on the disk; make room in DATA_DIR and on the database server',
  storeAway: 'The file store does not answer; see FILES_URL',
};

/**
 * The terminal output of a failed start: a sentence for problems that a person can fix, with the system's message;
 * anything else in full, with its stack.
 */
export function startFailure(error: unknown): unknown {
  const told = [
    UndeclaredStates,
    ConfigError,
    DataFolderInUse,
    MigrationError,
    KeyFileError,
    InstallationError,
  ];
  if (error instanceof Error && told.some(kind => error instanceof kind)) return error.message;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const sentence = typeof code === 'string' ? sentences[code] : undefined;
  if (sentence !== undefined) return `${sentence} (${String(message)})`;
  const fault = faultOf(error);
  return fault === undefined ? error : `${faults[fault]} (${String(message)})`;
}
