import { silentLogger } from '../../platform/logger.ts';
import { work } from '../jobs/work.ts';
import { standsAs, type TestApp } from './app.ts';

/**
 * Runs one job in this process. Each run throws "the process dies" once the job has checked its starter's rights more
 * than `mostChecks` times, including earlier runs: the job is then left between two chunks, as by a killed process.
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
