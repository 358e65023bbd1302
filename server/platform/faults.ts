import { AppError, type ErrorCode } from '@yikao/model/errors.ts';
import { BucketError } from './files/s3-client.ts';
import { VendorFailure } from './vendor/failure.ts';

/** Our error for a fault below the product: in the database, the disk or the file store. */
export type Fault = Extract<
  ErrorCode,
  'databaseAway' | 'databaseLost' | 'databaseBusy' | 'shuttingDown' | 'diskFull' | 'storeAway'
>;

/**
 * SQLSTATE codes (PostgreSQL, appendix A). After `databaseAway`, `databaseBusy` or `diskFull` the statement has done
 * nothing; after `databaseLost` the outcome is unknown.
 */
const byState: Readonly<Record<string, Fault>> = {
  // The connection was refused, or ended before the statement began; a stand-by server accepts no changes.
  '08001': 'databaseAway',
  '08004': 'databaseAway',
  '57P01': 'databaseAway',
  '57P03': 'databaseAway',
  '57P05': 'databaseAway',
  '25006': 'databaseAway',
  // The connection ended while the statement was under way.
  '08000': 'databaseLost',
  '08003': 'databaseLost',
  '08006': 'databaseLost',
  '25P03': 'databaseLost',
  '57P02': 'databaseLost',
  // Too many connections, no memory, and conflicts with concurrent changes of the same rows.
  '53000': 'databaseBusy',
  '53200': 'databaseBusy',
  '53300': 'databaseBusy',
  '53400': 'databaseBusy',
  '40001': 'databaseBusy',
  '40P01': 'databaseBusy',
  '55P03': 'databaseBusy',
  '53100': 'diskFull',
};

/** System error codes. EFBIG is a limit of this process, which more disk space does not help. */
const bySystem: Readonly<Record<string, Fault>> = {
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  ECONNREFUSED: 'databaseAway',
  EHOSTUNREACH: 'databaseAway',
  ENETUNREACH: 'databaseAway',
  ETIMEDOUT: 'databaseAway',
  ENOTFOUND: 'databaseAway',
  EAI_AGAIN: 'databaseAway',
};

/** Messages of driver errors, which have no code. */
const bySentence: readonly (readonly [RegExp, Fault])[] = [
  [/^timeout exceeded when trying to connect$/, 'databaseBusy'],
  [/^Connection terminated due to connection timeout$/, 'databaseAway'],
  [/^Connection terminated/, 'databaseLost'],
  [/^Client (?:has encountered a connection error|was closed) and is not queryable$/, 'databaseLost'],
  [/^(?:Cannot use a pool after calling end on the pool|driver has already been destroyed)$/, 'shuttingDown'],
];

/** Codes of full object stores: MinIO, Ceph, and those that follow RFC 4918. */
const fullStore = /StorageFull|QuotaExceeded|InsufficientStorage|InsufficientCapacity/i;

function faultOfStore({ status, message }: BucketError): Fault | undefined {
  if (status === 507 || fullStore.test(message)) return 'diskFull';
  return status === 0 || status >= 500 || status === 429 ? 'storeAway' : undefined;
}

/** Our errors whose cause may be a fault; any other names its reason, such as a host of others that is not there. */
const mayHideFault: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...([...Object.values(byState), ...Object.values(bySystem), 'storeAway', 'shuttingDown'] as const),
  'internal',
]);

/** The fault behind an error; undefined if the error comes from the product, the request or a server of others. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof BucketError) return faultOfStore(error);
  if (error instanceof VendorFailure) return undefined;
  if (error instanceof AppError && !mayHideFault.has(error.code)) return undefined;
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    const known = byState[code] ?? bySystem[code];
    if (known) return known;
    // The embedded database's socket is not there while it is started again.
    if (code === 'ENOENT' && syscall === 'connect') return 'databaseAway';
    if (code === 'ECONNRESET' || code === 'EPIPE')
      return syscall === 'connect' ? 'databaseAway' : 'databaseLost';
  }
  const sentence = bySentence.find(([form]) => form.test(error.message));
  if (sentence) return sentence[1];
  return error.cause === undefined ? undefined : faultOf(error.cause);
}
