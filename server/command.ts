import { fileURLToPath } from 'node:url';
import type { Db, DynamicTables } from './engine/table/sql.ts';
import type { Config } from './platform/config.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database/open.ts';
import type { Database } from './platform/database/types.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { migrate, readMigrations } from './platform/migrations.ts';
import { startFailure } from './start-failure.ts';

/** Dependencies of a command besides the tables. */
interface CommandParts {
  readonly database: Database;
  readonly logger: Logger;
}

/**
 * Runs a command for operators on the configured database, after migrating it, and prints the result of `work`. An
 * error is printed as a sentence, and the process exits with 1.
 */
export async function runCommand(
  work: (db: Db, config: Config, parts: CommandParts) => Promise<string>,
): Promise<void> {
  try {
    const config = readConfig(process.env);
    const logger = createLogger({ ...config, logLevel: 'error' });
    const database = await openDatabase(config, { logger });
    try {
      await migrate(
        database,
        await readMigrations(fileURLToPath(new URL('./migrations', import.meta.url))),
        logger,
      );
      console.log(await work(database.kysely.withTables<DynamicTables>(), config, { database, logger }));
    } finally {
      await database.close();
    }
  } catch (error) {
    const told = startFailure(error);
    console.error(told instanceof Error ? told.message : told);
    process.exitCode = 1;
  }
}
