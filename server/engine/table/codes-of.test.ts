import { probBand } from '@yikao/model/contexts/admission/probability.codes.ts';
import { codeStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import { siteKey } from '@yikao/model/contexts/shared/shared.codes.ts';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, test } from 'vitest';
import { codesOf } from './codes-of.ts';

const db = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: of => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

test('the names of codes become literals of a statement, which has no parameters', () => {
  const codeIs = codesOf(codeStatus);
  const compiled = sql`code_status in (${codeIs.unused}, ${codeIs.expired})`.compile(db);
  expect([compiled.sql, compiled.parameters]).toEqual(['code_status in (1, 5)', []]);
  expect(sql`level = ${codesOf(probBand).hard}`.compile(db).sql).toBe("level = '难'");
});

test('a set is built once, and one without names gives none', () => {
  expect(codesOf(codeStatus)).toBe(codesOf(codeStatus));
  expect(codesOf(siteKey)).toEqual({});
});
