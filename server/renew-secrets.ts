import { datasets } from '@yikao/model/contexts/datasets.ts';
import { runCommand } from './command.ts';
import { renewFactors } from './contexts/people/auth/second-factor/renew.ts';
import type { Db } from './engine/table/sql.ts';
import { renewFields } from './engine/write/sealing.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/types.ts';
import { renewKeyCheck } from './platform/installation.ts';
import { addKeyToFile, keepFirstKeyOfFile, readKeyFile } from './platform/key-file.ts';
import { createSecrets } from './platform/secrets.ts';

/**
 * `node server/renew-secrets.ts`: seals stored secrets with the current key, and reports whether former keys are still
 * needed. With `--new-key` a new key is first added to the key file, once the database is confirmed as ours.
 */
async function renew(db: Db, config: Config, database: Database, newKey: boolean): Promise<string> {
  if (newKey && config.secretKey !== undefined) {
    throw new Error(
      'The key stands in SECRET_KEY: change it there, with the former one in OTHER_SECRET_KEYS',
    );
  }
  if (newKey) addKeyToFile(config.dataDir);
  const secrets = createSecrets(config);
  const factors = await renewFactors(db, secrets);
  const fields = await renewFields(db, secrets, datasets);
  const { waiting } = factors;
  const lost = [...factors.lost, ...fields.lost];
  await renewKeyCheck({ database, secrets });
  const told = [`Sealed anew: ${factors.renewed + fields.renewed}`];
  if (factors.lost.length > 0) told.push(`No key opens the second factor of: ${factors.lost.join(', ')}`);
  if (fields.lost.length > 0) told.push(`No key opens, so type these in again: ${fields.lost.join(', ')}`);
  if (waiting.length > 0) {
    told.push(`Former keys are needed until these people make new recovery codes: ${waiting.join(', ')}`);
  } else if (lost.length === 0) {
    if (config.secretKey === undefined && readKeyFile(config.dataDir).length > 1) {
      keepFirstKeyOfFile(config.dataDir);
    }
    told.push('Former keys are not needed any more');
  }
  return told.join('\n');
}

await runCommand((db, config, { database }) =>
  renew(db, config, database, process.argv.includes('--new-key')),
);
