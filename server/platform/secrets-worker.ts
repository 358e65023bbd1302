/**
 * Decrypts many secrets beside the main thread, for {@link Secrets.opener}. Gets lists of sealed texts with their owners
 * and answers each with the texts, or with the error that the first of them gives.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createSecrets, type KeySource, type Sealed } from './secrets.ts';

// Given by `opener`.
const secrets = createSecrets(workerData as KeySource);

parentPort?.on('message', (list: readonly Sealed[]) => {
  try {
    parentPort?.postMessage({ texts: list.map(({ sealed, belongsTo }) => secrets.open(sealed, belongsTo)) });
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
