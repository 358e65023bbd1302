import type { AuditFacts } from '@yikao/model/calls/audit-facts.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import { withoutNeeds } from '@yikao/model/kernel/seen.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { nameOfRow, namingFields } from '@yikao/model/rules/names/row-name.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { masked } from '../../../engine/read/mask.ts';
import { presentRow } from '../../../engine/read/present.ts';
import { pastNames, withPastNames } from '../../../engine/read/reference-names.ts';
import { type FoundRow, selectRows } from '../../../engine/read/select.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { shownConditions } from '../../../engine/scope/shown-to.ts';
import { scopeKey } from '../../../engine/table/frozen-sql.ts';
import { columnName } from '../../../engine/table/naming.ts';
import { allOf, column } from '../../../engine/table/sql.ts';

/** Rows that a line names; the others are counted. */
const namedRows = 3;

/** Most references of a call whose names are looked up. */
const namedReferences = 8;

/** Longest name in a line. */
const longestName = 60;

/** The subject of a call, from which its facts are looked up when the line is written. */
export interface AuditSubject {
  readonly actor: Actor;
  readonly dataset: AnyDataset | undefined;
  /** Keys of the rows concerned. */
  readonly keys: readonly number[];
  /** Number of rows concerned, if the answer tells. */
  readonly count: number | undefined;
  /** Values sent for references. */
  readonly references: RowValues;
  /** The job that the call started. */
  readonly jobId: number | undefined;
}

/** Facts as a line stores them; {@link AuditFacts} has the job as it is when the line is read. */
export type StoredFacts = Omit<AuditFacts, 'job' | 'person'> & { readonly jobId?: number };

/** Reads the subject of a call from what was sent and answered. */
export function subjectOf(
  actor: Actor,
  declared: AnyDataset | undefined,
  { body, query, data, startsJob }: SubjectParts,
): AuditSubject {
  // A line is read by people who may not hold the codes that its person holds.
  const dataset = declared && withoutNeeds(declared);
  const key = dataset?.key;
  const answer = Object(data) as Record<string, unknown>;
  const sources = [Object(body), Object(query)] as Record<string, unknown>[];
  const named = sources.flatMap(source => [
    ...(key === undefined ? [] : numbers(source[key])),
    ...numbers(source.ids),
    ...numbers(source['ids[]']),
  ]);
  const made = named.length === 0 && key !== undefined && !startsJob ? numbers(answer[key]) : [];
  const keys = [...new Set([...named, ...made])];
  const counted = typeof answer.count === 'number' ? answer.count : undefined;
  const sent = Object(body) as Record<string, unknown>;
  const references = Object.entries(dataset?.fields ?? {})
    .filter(
      ([name, field]) => (field.kind === 'ref' || field.kind === 'refs') && !field.private && name in sent,
    )
    .map(([name]) => [name, numbers(sent[name])] as const)
    .filter(([, ids]) => ids.length > 0)
    .slice(0, namedReferences);
  return {
    actor,
    dataset,
    keys,
    count: counted ?? (keys.length > 1 ? keys.length : undefined),
    references: Object.fromEntries(references.map(([name, ids]) => [name, ids.slice(0, namedReferences)])),
    jobId: startsJob && typeof answer.id === 'number' ? answer.id : undefined,
  };
}

interface SubjectParts {
  readonly body: unknown;
  readonly query: unknown;
  /** The data of the answer. */
  readonly data: unknown;
  readonly startsJob: boolean;
}

/** The whole numbers in a value: one, several, or a list with commas. */
function numbers(value: unknown): number[] {
  const given = typeof value === 'string' ? value.split(',') : [value].flat();
  return given
    .filter(one => typeof one === 'number' || (typeof one === 'string' && one.trim() !== ''))
    .map(Number)
    .filter(one => Number.isSafeInteger(one) && one > 0);
}

/**
 * The facts of several lines, with one look-up for the lines of people of one reach about a dataset. Names are those
 * that the person may know: the log of a refused call must not tell what the call was refused.
 */
export async function factsOf(
  engine: Engine,
  subjects: readonly (AuditSubject | undefined)[],
): Promise<(StoredFacts | undefined)[]> {
  const groups = Map.groupBy(
    subjects.filter(subject => subject !== undefined),
    ({ actor, dataset }) => `${dataset?.name ?? ''} ${dataset ? reachOf(actor, dataset) : ''}`,
  );
  const names = new Map<AuditSubject, StoredFacts>();
  for (const group of groups.values()) {
    const [first] = group;
    const named = first?.dataset ? await namesOf(engine, first.dataset, first.actor, group) : undefined;
    for (const [at, subject] of group.entries()) {
      const { count, jobId } = subject;
      names.set(subject, {
        ...named?.[at],
        ...(count !== undefined && { count }),
        ...(jobId !== undefined && { jobId }),
      });
    }
  }
  return subjects.map(subject => subject && names.get(subject));
}

/** The reach of an actor in a dataset: people of one reach know the same names. */
function reachOf(actor: Actor, dataset: AnyDataset): string {
  return shownConditions(dataset, actor, 'd').length > 0 ? `by ${actor.userId}` : scopeKey(actor);
}

async function namesOf(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  group: readonly AuditSubject[],
): Promise<StoredFacts[]> {
  const keys = [...new Set(group.flatMap(subject => subject.keys.slice(0, namedRows)))];
  const fields = namingFields(dataset);
  const key = column('d', columnName(dataset.key));
  const read = async (trashed: boolean): Promise<readonly FoundRow[]> => {
    if (keys.length === 0) return [];
    const where = allOf([
      sql<SqlBool>`${key} = any(${keys}::bigint[])`,
      scopeCondition(dataset, actor, 'd', 'name'),
    ]);
    return (await selectRows(engine, dataset, { reader: actor, fields, where, trashed }).execute(engine.db))
      .rows;
  };
  const [living, trashed, past] = [
    await read(false),
    await read(true),
    await pastNames(
      engine,
      dataset,
      group.map(({ references }) => references),
      actor,
    ),
  ];
  const byKey = new Map([...trashed, ...living].map(row => [Number(row[dataset.key]), row]));
  const nameIn = (row: FoundRow, language: 'zh' | 'en') =>
    cut(nameOfRow(dataset, masked(dataset, presentRow(dataset, row, fields, language)), language));
  return group.map(subject => {
    const rows = subject.keys.slice(0, namedRows).flatMap(one => {
      const row = byKey.get(one);
      return row ? [{ zh: nameIn(row, 'zh'), en: nameIn(row, 'en') }] : [];
    });
    const named = withPastNames(dataset, subject.references, past, 'zh');
    const names = Object.fromEntries(
      Object.keys(subject.references).flatMap(name => {
        const text = named[refNameKey(name)];
        return typeof text === 'string' && text !== '' ? [[name, cut(text)]] : [];
      }),
    );
    return { ...(rows.length > 0 && { rows }), ...(Object.keys(names).length > 0 && { names }) };
  });
}

const cut = (text: string): string => (text.length > longestName ? `${text.slice(0, longestName)}…` : text);
