/**
 * A node for the tests, to be killed: works on the queue of `jobs.test.ts` in the database given by its argument,
 * reports each job, and never finishes one.
 */
import { openServer } from '../../platform/database/open.ts';
import { createJobs } from '../../platform/jobs.ts';
import { silentLogger } from '../../platform/logger.ts';
import { endless } from '../queues.ts';

const logger = silentLogger();
const database = openServer(process.argv[2] ?? '', 5, logger);
const jobs = createJobs({ database, logger, role: 'worker' });
jobs.define(endless, async (data, { attempt }) => {
  process.stdout.write(`${data.name} ${attempt}\n`);
  await new Promise(() => {});
});
await jobs.start();
