import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './platform/database/types.ts';
import { createTestDatabase, migrated } from './testing/database.ts';
import { checkStatements } from './testing/statements/check.ts';
import { productModules } from './testing/statements/modules.ts';
import { productSources, Sources, sourceText } from './testing/statements/sources.ts';

let database: Database;
let client: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase(migrated);
  client = await database.pool.connect();
});

afterAll(async () => {
  client?.release();
  await database?.close();
});

/** The share of the statements, and of all templates of SQL, that are prepared at least: raise it, never lower it. */
const least = { statements: 0.975, templates: 0.855 };

test('every statement of the product names what the database has', async () => {
  const sources = productSources();
  const { mistakes, templates, accepted } = await checkStatements(
    client,
    sources,
    await productModules(sources),
  );
  expect(mistakes).toEqual([]);

  const share = (some: typeof templates) =>
    some.filter(({ place }) => accepted.has(place)).length / some.length;
  expect(share(templates.filter(({ whole }) => whole))).toBeGreaterThanOrEqual(least.statements);
  expect(share(templates)).toBeGreaterThanOrEqual(least.templates);
});

const { leads, living, leadRows } = {
  leads: 'server/testing/statements/sample/leads.ts',
  living: 'server/testing/statements/sample/living.ts',
  leadRows: 'server/testing/statements/sample/lead-rows.ts',
};

/** Checks the sample, with one text of it replaced by another. */
async function mistakesWith(right = '', wrong = ''): Promise<readonly string[]> {
  const texts = [leads, living, leadRows, 'server/engine/table/sql.ts'].map(
    name => [name, sourceText(name).replace(right, wrong)] as const,
  );
  const sources = new Sources(new Map(texts));
  return (await checkStatements(client, sources, await productModules(sources))).mistakes;
}

test.each([
  ['a column', 'l.lead_id as key, count', 'l.lead_idd as key, count', `${leads}:9`, 'column l.lead_idd'],
  ['a column of a branch', 'l.mobile =', 'l.mobil =', `${leads}:12`, 'column l.mobil '],
  ['a column in a constant of another file', 'l.deleted', 'l.delete', `${living}:4`, 'column l.delete '],
  ['a column in a function of another file', '.create_time', '.created', `${living}:9`, 'l.created'],
  ['a column given to a helper', 'max(l.lead_id)', 'max(l.leads)', `${leads}:19`, 'column l.leads '],
  ['a column declared for a dataset', '.partners_id', '.partner_id', `${leadRows}:7`, 'd.partner_id'],
  ['a table', 'from t_lead as', 'from t_leads as', `${leads}:19`, 'relation "t_leads"'],
  ['an alias', 'group by l.', 'group by lead.', `${leads}:9`, 'table "lead"'],
  ['a function', 'count(*)', 'counted(*)', `${leads}:9`, 'function counted'],
  ['a type', '::integer as count', '::intege as count', `${leads}:9`, 'type "intege"'],
  ['a word', 'group by', 'grouped by', `${leads}:9`, 'syntax error'],
  ['a grouping', 'group by l.lead_id', '', `${leads}:9`, 'GROUP BY'],
  ['a comparison', 'where l.lead_id >', 'where l.create_time >', `${leads}:19`, 'operator'],
])('%s that is wrong is found, with its place', async (_, right, wrong, place, message) => {
  const mistakes = await mistakesWith(right, wrong);
  expect(mistakes).not.toEqual([]);
  for (const mistake of mistakes) {
    expect(mistake).toContain(place);
    expect(mistake).toContain(message);
  }
});

test('statements without mistakes are accepted', async () => {
  expect(await mistakesWith()).toEqual([]);
});
