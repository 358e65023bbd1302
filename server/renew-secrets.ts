import { fileURLToPath } from 'node:url';
import type { DynamicTables } from './engine/sql.ts';
import { renewFactors } from './features/auth/second-factor/renew.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database/open.ts';
import { addKeyToFile, keepFirstKeyOfFile, readKeyFile } from './platform/key-file.ts';
import { createLogger } from './platform/logger.ts';
import { migrate, readMigrations } from './platform/migrations.ts';
import { createSecrets } from './platform/secrets.ts';
import { startFailure } from './start-failure.ts';

/**
 * `node server/renew-secrets.ts`: seals what the database keeps sealed with the present key, and says whether former
 * keys are still needed. With `--new-key` a new key is put into the key file first.
 */
async function renew(newKey: boolean): Promise<string[]> {
  const config = readConfig(process.env);
  if (newKey && config.secretKey !== undefined) {
    throw new Error(
      'The key stands in SECRET_KEY: change it there, with the former one in OTHER_SECRET_KEYS',
    );
  }
  const logger = createLogger({ ...config, logLevel: 'error' });
  // First the database, which another process may have locked: no key is made in vain.
  const database = await openDatabase(config, { logger });
  try {
    const db = database.kysely.withTables<DynamicTables>();
    await migrate(
      database,
      await readMigrations(fileURLToPath(new URL('./migrations', import.meta.url))),
      logger,
    );
    if (newKey) addKeyToFile(config.dataDir);
    const { renewed, lost, waiting } = await renewFactors(db, createSecrets(config));
    const told = [`Sealed anew: ${renewed}`];
    if (lost.length > 0) told.push(`No key opens the second factor of: ${lost.join(', ')}`);
    if (waiting.length > 0) {
      told.push(`Former keys are needed until these people make new recovery codes: ${waiting.join(', ')}`);
    } else if (lost.length === 0) {
      if (config.secretKey === undefined && readKeyFile(config.dataDir).length > 1) {
        keepFirstKeyOfFile(config.dataDir);
      }
      told.push('Former keys are not needed any more');
    }
    return told;
  } finally {
    await database.close();
  }
}

try {
  console.log((await renew(process.argv.includes('--new-key'))).join('\n'));
} catch (error) {
  const told = startFailure(error);
  console.error(told instanceof Error ? told.message : told);
  process.exitCode = 1;
}
