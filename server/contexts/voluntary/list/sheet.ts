import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  choiceKey,
  generateList,
  readRatio,
  usualRatio,
} from '@yikao/model/contexts/voluntary/rules/voluntary-list.ts';
import {
  type ChoiceAsked,
  type ListChoice,
  type ListProgramme,
  type ListSheet,
  profileFields,
} from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { listStatus } from '@yikao/model/contexts/voluntary/voluntary.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { findRow, infoFields } from '../../../engine/read/info.ts';
import { presentRow } from '../../../engine/read/present.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { openChange } from '../../../engine/write/change.ts';
import { updateLocked } from '../../../engine/write/internal-write.ts';
import { lockRows } from '../../../engine/write/lock-rows.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { useUp } from '../../sales/usage.ts';
import { type BatchRules, type KeptChoice, type ListHead, readBatchRules, readHead } from './list-head.ts';
import { assertOpen } from './open-days.ts';
import { compositeFor, toldOf, type Weighed, weighProgrammes } from './programmes.ts';

const { voluntaryList } = registry;
const between = '、';

/** The choices of a list with the facts about their programmes, and the rules for filling it in. Throws `notFound`. */
export async function sheetOf(engine: Engine, actor: Actor, listId: number): Promise<ListSheet> {
  return sheetFrom(engine.db, await readHead(engine, engine.db, actor, listId));
}

async function sheetFrom(db: Db, head: ListHead): Promise<ListSheet> {
  const rules = await readBatchRules(db, head);
  const kept = head.items;
  const weighed = await weighedOf(db, head, kept);
  const told = new Map((await toldOf(db, head, [...weighed.values()])).map(one => [one.admissionId, one]));
  return {
    version: head.version,
    listStatus: head.listStatus,
    rules: {
      ...rules,
      ...(await compositeFor(db, head)),
      subjects: head.subjects ? [...head.subjects] : null,
    },
    // A submitted list shows the facts known then; a draft shows current ones.
    items: kept.map(one => choiceOf(one, told.get(one.admissionId), head.listStatus === listStatus.is.draft)),
    profile: profileFields.flatMap(field => {
      const [list, candidate] = [head[field], head.profile[field]];
      const same = candidate === null || (list !== null && Number(list) === candidate);
      return same ? [] : [{ field, list: list === null ? null : Number(list), candidate }];
    }),
  };
}

/** The programmes of some choices, with the candidate's current probabilities. */
async function weighedOf(
  db: Db,
  head: ListHead,
  choices: readonly { readonly admissionId: number }[],
): Promise<ReadonlyMap<number, Weighed>> {
  const ids = choices.map(({ admissionId }) => admissionId);
  const found = await weighProgrammes(db, head, sql<SqlBool>`d.data_id = any(${ids}::bigint[])`);
  return new Map(found.map(one => [one.admissionId, one]));
}

function choiceOf(kept: KeptChoice, now: ListProgramme | undefined, fresh: boolean): ListChoice {
  const profNames = kept.profNames?.split(between) ?? [];
  const decided = { profNames, adjustFlag: kept.adjustFlag === 1 };
  const then = {
    probability: kept.probability === null ? null : Number(kept.probability),
    level: kept.level,
    provisional: kept.provisional === 1,
    unscaled: kept.unscaled === 1,
    spread: keptSpread(kept),
  };
  if (now && fresh) return { ...now, ...decided, gone: false, now: null };
  if (now) {
    const { probability, level, reason } = now;
    const misfit = reason === 'subjects' && then.level !== null;
    const same = level === then.level && sameChance(probability, then.probability) && !misfit;
    // A reason of today does not explain the chance of that day.
    const known = then.level === null ? {} : { reason: null };
    return {
      ...now,
      ...then,
      ...known,
      ...decided,
      gone: false,
      now: same ? null : { probability, level, reason },
    };
  }
  return {
    admissionId: kept.admissionId,
    schoolId: 0,
    schoolName: kept.schoolName,
    schoolNo: null,
    schoolProvinceName: null,
    groupNo: kept.groupNo,
    groupName: null,
    profName: profNames[0] ?? '',
    profNo: null,
    planNum: null,
    tuition: null,
    subjectRequire: null,
    line: null,
    lineSource: null,
    byRank: false,
    reason: null,
    fellBack: null,
    unchecked: [],
    ...then,
    ...decided,
    gone: true,
    now: null,
  };
}

/** Chances are kept with four decimals; one that may not be shown says nothing about the other. */
function sameChance(one: number | null, other: number | null): boolean {
  return one === null || other === null || one.toFixed(4) === other.toFixed(4);
}

/** The spread as it was known when a list was handed in; its chances are not kept. */
function keptSpread({ lineMin, lineMax, lineYears }: KeptChoice): ListChoice['spread'] {
  if (lineMin == null || lineMax == null || !lineYears) return null;
  return { years: lineYears, min: Number(lineMin), max: Number(lineMax), low: null, high: null };
}

/** A choice as stored. */
export function keptOf(
  one: ListProgramme,
  profNames: readonly string[],
  adjustFlag: boolean,
): Required<KeptChoice> {
  return {
    admissionId: one.admissionId,
    schoolName: one.schoolName,
    groupNo: one.groupNo,
    profNames: profNames.join(between),
    probability: one.probability === null ? null : one.probability.toFixed(4),
    level: one.level,
    adjustFlag: adjustFlag ? 1 : 0,
    provisional: one.provisional ? 1 : 0,
    unscaled: one.unscaled ? 1 : 0,
    unchecked: one.unchecked.length > 0 ? 1 : 0,
    lineMin: one.spread?.min.toFixed(2) ?? null,
    lineMax: one.spread?.max.toFixed(2) ?? null,
    lineYears: one.spread?.years ?? null,
  };
}

/**
 * Replaces the choices of a draft, in one version with one history entry, and returns the resulting list. The facts
 * about programmes are read from the data, never taken from the client.
 *
 * @throws `staleVersion` with the current row, if somebody has saved meanwhile; `notAllowedNow` for a list that is not
 * a draft; `invalidFields` for a choice that the list cannot have, or that is duplicated.
 */
export async function saveItems(
  engine: Engine,
  actor: Actor,
  { listId, version, items }: { listId: number; version: number; items: readonly ChoiceAsked[] },
): Promise<ListSheet> {
  await transact(engine.db, async db => {
    const change = await openChange(engine, db, voluntaryList, { actor, now: engine.clock.now() });
    await readHead(engine, db, actor, listId, { forUpdate: true });
    const [row] = await lockRows(engine, db, voluntaryList, [listId], actor);
    if (!row) throw failure('notFound');
    if (row.version !== version) {
      const shown = await findRow(engine, db, voluntaryList, actor, listId);
      const current = presentRow(voluntaryList, shown ?? row, infoFields(voluntaryList), actor.language);
      throw failure('staleVersion', { data: { current } });
    }
    if (row.listStatus !== listStatus.is.draft) throw failure('notAllowedNow');
    const head = await readHead(engine, db, actor, listId);
    const kept = await checkedItems(db, head, items);
    await updateLocked(engine, db, voluntaryList, [{ row, values: { items: kept } }], { by: actor, change });
  });
  return sheetOf(engine, actor, listId);
}

/** The facts that choices of older lists lack. */
const nothingKept = { unscaled: null, unchecked: null, lineMin: null, lineMax: null, lineYears: null };

async function checkedItems(
  db: Db,
  head: ListHead,
  items: readonly ChoiceAsked[],
): Promise<readonly Required<KeptChoice>[]> {
  const rules = await readBatchRules(db, head);
  const found = await weighedOf(db, head, items);
  const weighed = new Map((await toldOf(db, head, [...found.values()])).map(one => [one.admissionId, one]));
  const before = new Map(head.items.map(one => [one.admissionId, one]));
  const seen = new Set<string>();
  const majors = await majorsBeside(db, head, items, rules);
  return items.map(({ admissionId, profNames, adjustFlag }, index) => {
    const now = weighed.get(admissionId);
    const there = before.get(admissionId);
    const refuse = (zh: string, en: string) =>
      failure('invalidFields', {
        issues: [
          issue('items', 'rule', { zh: `第 ${index + 1} 个志愿：${zh}`, en: `Choice ${index + 1}: ${en}` }),
        ],
        labels: name => voluntaryList.fields[name as 'items']?.label,
      });
    const key = now ? choiceKey(now, rules.majors) : `gone ${admissionId}`;
    if (seen.has(key)) throw refuse('与前面的志愿重复', 'is already further up in the list');
    seen.add(key);
    // A deleted programme keeps its place until somebody removes it.
    if (!now && there) return { ...nothingKept, ...there, adjustFlag: adjustFlag ? 1 : 0 };
    if (!now) throw refuse('不是该批次可填报的专业', 'is no programme of this batch');
    // A choice of before stays until somebody removes it; the list is not handed in with it.
    if (now.reason === 'subjects' && !there)
      throw refuse('选科不符合该专业的要求', 'requires subjects that the candidate has not');
    const named = profNames?.length ? profNames : [now.profName];
    const known = majors.get(choiceKey(now, rules.majors)) ?? new Set([now.profName]);
    if (!named.includes(now.profName) || named.some(name => !known.has(name))) {
      throw refuse('所填专业不属于该院校专业组', 'names a major that the group does not have');
    }
    if (new Set(named).size < named.length || named.length > rules.majors) {
      throw refuse(`最多填 ${rules.majors} 个不同的专业`, `names more than ${rules.majors} different majors`);
    }
    return keptOf(now, named, adjustFlag && rules.adjustable);
  });
}

/** The majors that each choice may name: those of its school and group. Looked up only if a choice names several. */
async function majorsBeside(
  db: Db,
  head: ListHead,
  items: readonly ChoiceAsked[],
  rules: BatchRules,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const many = items.filter(({ profNames = [] }) => profNames.length > 1).map(one => one.admissionId);
  if (many.length === 0) return new Map();
  const beside = await weighProgrammes(
    db,
    head,
    sql<SqlBool>`d.school_id in (select school_id from t_admission where data_id = any(${many}::bigint[]))`,
  );
  const groups = Map.groupBy(beside, one => choiceKey(one, rules.majors));
  return new Map([...groups].map(([key, of]) => [key, new Set(of.map(one => one.profName))]));
}

/**
 * Generates a list from all programmes available to a draft (domain 4.8, 0.7, 4 and 5); only the fact of the generation
 * is saved. Special admissions are left to people.
 *
 * @throws `notAllowedNow` for a list that is not a draft, `unmetNeeds` without a limit of choices, or if no programme
 * fits.
 */
export async function generate(
  engine: Engine,
  actor: Actor,
  { listId, ratio }: { listId: number; ratio?: string | undefined },
): Promise<{ items: ListChoice[] }> {
  const { db } = engine;
  const head = await readHead(engine, db, actor, listId, { forUpdate: true });
  if (head.listStatus !== listStatus.is.draft) throw failure('notAllowedNow');
  await assertOpen(db, 1, head, engine.clock.now());
  const rules = await readBatchRules(db, head);
  if (rules.quota === null) {
    throw failure('unmetNeeds', {
      params: { zh: '该批次没有设置志愿个数', en: 'The batch does not say how many choices it allows' },
    });
  }
  const programmes = (await weighProgrammes(db, head)).filter(one => !one.exception);
  const chosen = generateList(
    programmes.map(of => ({ ...of, probability: of.chance, told: of })),
    {
      quota: rules.quota,
      majors: rules.majors,
      archiveRule: rules.archiveRule,
      ratio: readRatio(ratio ?? rules.ratio) ?? usualRatio,
    },
  );
  if (chosen.length === 0) {
    const known = programmes.some(one => one.chance !== null);
    throw failure('unmetNeeds', {
      params: known
        ? {
            zh: '没有概率达到“冲”的专业，请核对成绩与批次',
            en: 'No programme is within reach; look at the scores and the batch',
          }
        : {
            zh: '算不出任何专业的概率，请先补全成绩，并确认该批次有录取数据',
            en: 'No chance can be worked out; complete the scores, and see that the batch has admission data',
          },
    });
  }
  if (!head.generated) await countFirst(engine, head);
  const told = await toldOf(
    db,
    head,
    chosen.map(({ of }) => of.told),
  );
  return {
    items: chosen.map(({ majors }, at) => ({
      ...(told[at] as ListProgramme),
      profNames: majors.map(one => one.profName),
      adjustFlag: rules.adjustable,
      gone: false,
      now: null,
    })),
  };
}

/**
 * The first time that a list is made counts as a use of the candidate's (domain E3); another ratio of the same list does
 * not. Throws `unmetNeeds` without a use left.
 */
async function countFirst(engine: Engine, { listId, userId, dataYear, provinceId }: ListHead): Promise<void> {
  await transact(engine.db, async db => {
    // The version stays, so that people editing the list are not interrupted.
    const first = await sql<Columns<typeof voluntaryList, 'listId'>>`
      update t_voluntary_list set generate_time = ${engine.clock.now()}
      where list_id = ${listId} and generate_time is null returning list_id`.execute(db);
    if (first.rows.length > 0) await useUp(engine, db, { userId, dataYear, provinceId, use: 'list' });
  });
}
