import { dataYear } from '@yikao/model/rules/data-year.ts';
import { firstPasswordAllowed } from '@yikao/model/rules/password.ts';
import { sql } from 'kysely';
import { randomPassword } from '../contexts/people/accounts/passwords.ts';
import type { Db } from '../engine/table/sql.ts';
import { transact } from '../engine/write/transaction.ts';
import type { Clock } from '../platform/clock.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import type { FileStore } from '../platform/files/types.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secrets } from '../platform/secrets.ts';
import {
  jobs,
  leadJobs,
  registrationJobs,
  reminderJobs,
  settlementJobs,
  statisticsJobs,
  stepJobs,
  teachingJobs,
} from './data/jobs.ts';
import { adminName, loadAdmin, loadDemoAccounts } from './load-accounts.ts';
import { loadDemoAbroad } from './load-demo/abroad.ts';
import { loadDemoAdmissions } from './load-demo/admissions.ts';
import { loadDemoArticles } from './load-demo/articles.ts';
import { loadDemoCandidates } from './load-demo/candidates.ts';
import { loadDemoCodes } from './load-demo/codes.ts';
import { loadDemoDates } from './load-demo/dates.ts';
import { loadDemoDisplay } from './load-demo/display.ts';
import { loadDemoExams } from './load-demo/exams.ts';
import { loadDemoGuidance, loadDemoLists } from './load-demo/guidance.ts';
import { loadDemoMarks, loadDemoPublishedExam } from './load-demo/marks.ts';
import { loadDemoMessages } from './load-demo/messages.ts';
import { loadDemoMockExam } from './load-demo/mock.ts';
import { loadDemoDouyinCourses, loadDemoPush } from './load-demo/push.ts';
import { loadDemoReach } from './load-demo/reach.ts';
import { loadDemoSales } from './load-demo/sales.ts';
import { loadDemoSettlements } from './load-demo/settlements.ts';
import { loadDemoStatistics } from './load-demo/statistics.ts';
import { loadDemoTeaching } from './load-demo/teaching.ts';
import { loadDemoVoluntaryLists } from './load-demo/voluntary-lists.ts';
import { loadDemoCalendar, loadDemoLeads, loadDemoPartners, loadDemoTeachers } from './load-demo.ts';
import { loadPermissions } from './load-permissions.ts';
import {
  loadBatches,
  loadConfig,
  loadJobs,
  loadJointCategories,
  loadMajors,
  loadPlaces,
  loadPrintTemplates,
  loadSchools,
  loadSources,
  loadWebsites,
} from './load-reference.ts';
import type { LoadContext } from './load-rows.ts';

/** The parts that the loader needs; the database has all migrations. */
export interface SeedParts {
  readonly db: Db;
  readonly config: Pick<Config, 'adminPassword' | 'demo'>;
  readonly clock: Clock;
  /** Seals the demo codes. */
  readonly secrets: Secrets;
  /** Keeps the demo pictures; without it they are records alone. */
  readonly files?: FileStore;
  readonly logger: Logger;
}

/** The lines that a start has for the person at the terminal. */
export interface Seeded {
  /** The account that an installation begins with. */
  readonly userName: string;
  /** The password of an account created by this run; not available afterwards. */
  readonly password: string | undefined;
}

interface Step {
  readonly name: string;
  readonly load: (context: LoadContext) => Promise<void>;
}

/**
 * The data that ships with the product, ordered by its references. Each step is applied once and completely; later
 * changes and deletions by people are kept. A later version adds steps and changes none.
 */
const reference: readonly Step[] = [
  { name: 'places', load: loadPlaces },
  { name: 'schools', load: loadSchools },
  { name: 'sources', load: loadSources },
  { name: 'jointCategories', load: context => loadJointCategories(context, dataYear(context.now)) },
  { name: 'websites', load: loadWebsites },
  { name: 'jobs', load: context => loadJobs(context, jobs) },
  { name: 'registrationJobs', load: context => loadJobs(context, registrationJobs) },
  { name: 'settlementJobs', load: context => loadJobs(context, settlementJobs) },
  { name: 'leadJobs', load: context => loadJobs(context, leadJobs) },
  { name: 'reminderJobs', load: context => loadJobs(context, reminderJobs) },
  { name: 'statisticsJobs', load: context => loadJobs(context, statisticsJobs) },
  { name: 'stepJobs', load: context => loadJobs(context, stepJobs) },
  { name: 'teachingJobs', load: context => loadJobs(context, teachingJobs) },
  { name: 'majors', load: loadMajors },
  { name: 'batches', load: context => loadBatches(context, dataYear(context.now)) },
  { name: 'printTemplates', load: loadPrintTemplates },
];

/**
 * Adds this version's data to the database (domain 7). Safe at every start and on several nodes at once: a step is
 * marked in its own transaction, and a second node waits and finds it done.
 *
 * @throws ConfigError if the configured first password violates the rule of spec section 5.
 */
export async function seed({ db, config, clock, secrets, files, logger }: SeedParts): Promise<Seeded> {
  const now = clock.now();
  const found = await sql<{ name: string }>`select name from t_seed`.execute(db);
  const done = new Set(found.rows.map(({ name }) => name));

  const run = async ({ name, load }: Step): Promise<boolean> => {
    if (done.has(name)) return false;
    const loaded = await transact(db, async transaction => {
      const marked = await sql`
        insert into t_seed (name) values (${name}) on conflict do nothing returning name`.execute(
        transaction,
      );
      if (marked.rows.length === 0) return false;
      await load({ db: transaction, now });
      return true;
    });
    if (loaded) logger.debug({ step: name }, 'Seed step done');
    return loaded;
  };

  for (const step of reference) await run(step);
  await transact(db, async transaction => {
    await loadConfig({ db: transaction, now });
    await loadPermissions({ db: transaction, now });
  });

  const password = config.adminPassword ?? randomPassword();
  const isFirst = await run({
    name: 'admin',
    load: context => {
      if (!firstPasswordAllowed(password)) {
        throw new ConfigError([
          {
            variable: 'ADMIN_PASSWORD',
            problem: 'must have 6 to 64 characters with upper-case, lower-case and digit',
          },
        ]);
      }
      return loadAdmin(context, password);
    },
  });
  if (config.demo) {
    await run({ name: 'demoPartners', load: loadDemoPartners });
    // They share the first password, which only this run knows: enabling demo data later adds no accounts.
    if (isFirst) await run({ name: 'demoAccounts', load: context => loadDemoAccounts(context, password) });
    await run({ name: 'demoCalendar', load: loadDemoCalendar });
    await run({ name: 'demoAdmissions', load: loadDemoAdmissions });
    await run({ name: 'demoSales', load: loadDemoSales });
    await run({ name: 'demoLeads', load: loadDemoLeads });
    await run({ name: 'demoReach', load: loadDemoReach });
    await run({ name: 'demoSettlements', load: loadDemoSettlements });
    await run({ name: 'demoTeachers', load: loadDemoTeachers });
    await run({ name: 'demoGuidance', load: loadDemoGuidance });
    await run({ name: 'demoDates', load: loadDemoDates });
    await run({ name: 'demoLists', load: loadDemoLists });
    await run({ name: 'demoCandidates', load: loadDemoCandidates });
    await run({ name: 'demoVoluntaryLists', load: loadDemoVoluntaryLists });
    await run({ name: 'demoMockExam', load: loadDemoMockExam });
    await run({ name: 'demoMarks', load: loadDemoMarks });
    await run({ name: 'demoPublishedExam', load: loadDemoPublishedExam });
    await run({ name: 'demoAbroad', load: loadDemoAbroad });
    await run({ name: 'demoArticles', load: loadDemoArticles });
    await run({ name: 'demoPush', load: loadDemoPush });
    await run({ name: 'demoMessages', load: loadDemoMessages });
    await run({ name: 'demoCodes', load: context => loadDemoCodes(context, secrets) });
    await run({ name: 'demoDisplay', load: context => loadDemoDisplay(context, files) });
    await run({ name: 'demoTeaching', load: loadDemoTeaching });
    await run({ name: 'demoExams', load: loadDemoExams });
    await run({ name: 'demoStatistics', load: loadDemoStatistics });
    await run({ name: 'demoDouyinCourses', load: loadDemoDouyinCourses });
  }
  return { userName: adminName, password: isFirst ? password : undefined };
}
