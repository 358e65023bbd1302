import { silentLogger } from '../../platform/logger.ts';
import { work } from '../jobs/work.ts';
import { standsAs, type TestApp } from './app.ts';

/**
 * Runs of one job in this process. Each throws "the process dies" once the job has asked for its starter's rights more
 * than `mostChecks` times, those of earlier runs included: the job stands then as a killed process leaves it, between
 * two chunks.
 */
export function dyingProcess(app: TestApp, jobId: number): (mostChecks: number) => Promise<void> {
  let asked = 0;
  return mostChecks =>
    work(
      {
        engine: app.engine,
        logger: silentLogger(),
        workFolder: app.dataDir,
        currentActor: async (db, starter) => {
          asked += 1;
          if (asked > mostChecks) throw new Error('the process dies');
          return standsAs(db, starter);
        },
      },
      jobId,
    );
}
