import { limits } from '../limits.ts';
import {
  type AnyDataset,
  type FormGroup,
  hasImportBatch,
  type Identity,
  isWritten,
  type ListFilter,
  updateFields,
} from './dataset.ts';
import type { DatasetInput, Differing } from './define-dataset.ts';
import type { Field, FieldMap } from './field.ts';
import { label } from './label.ts';

/** Parts of a declaration from which its lists follow. */
type Facts = Pick<AnyDataset, 'key' | 'naturalKey' | 'fields' | 'identity' | 'permissions' | 'parent'>;

/** The key that the database numbers: the field of kind `id`, unless it is a number in a log; blank if there is none. */
export function keyOf(fields: FieldMap): string {
  return Object.keys(fields).find(name => fields[name]?.kind === 'id' && !('logged' in fields[name])) ?? '';
}

/** The identity as far as it is declared, completed from the key, the natural key and the switch of the rows. */
export function identityOf(
  { key, naturalKey, fields }: Pick<Facts, 'key' | 'naturalKey' | 'fields'>,
  said: Partial<Identity> = {},
): Identity {
  const isSwitch = (field: Field) =>
    field.kind === 'code' && field.of.items.some(({ code, name }) => code === 1 && name === 'enabled');
  const enabledBy = Object.keys(fields).find(name => isSwitch(fields[name] as Field));
  return { value: key, name: naturalKey[0] ?? key, ...(enabledBy && { enabledBy }), ...said };
}

/** Names of the columns that the system keeps of every row, in the order of lists. */
function systemNames(facts: Facts): string[] {
  return [
    'createTime',
    ...(isWritten(facts) ? ['updateTime', 'updateBy'] : []),
    ...(hasImportBatch(facts) ? ['importBatch'] : []),
  ];
}

/** The derived list, or the declaration's override; added fields go to their place in field order. */
function differing(
  facts: Facts,
  follows: readonly string[],
  said: Differing<string> | undefined,
): readonly string[] {
  if (said === undefined) return follows;
  if ('length' in said) return said;
  const added = said.with ?? [];
  const left = [...follows, ...added].filter(name => !said.without?.includes(name));
  if (added.length === 0) return left;
  const order = [...new Set([facts.key, ...Object.keys(facts.fields), ...follows])];
  return left.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Kinds that a sheet cell cannot hold. */
const outsideSheets: readonly Field['kind'][] = ['image', 'file', 'images', 'files', 'secret'];

/**
 * Reports whether a workbook can carry the field: no picture, no file, nothing kept elsewhere or private, and no secret
 * but one that is exported.
 */
function fitsSheet(field: Field): boolean {
  if (field.kind === 'secret' && field.exported === true) return true;
  return !outsideSheets.includes(field.kind) && field.elsewhere !== true && field.private !== true;
}

/** Reports whether a list shows the field by default. */
function fitsList(field: Field): boolean {
  if (!fitsSheet(field) || ['richText', 'json', 'lines'].includes(field.kind)) return false;
  return field.kind !== 'text' || field.multiline !== true;
}

function namesWhere(facts: Facts, fits: (field: Field, name: string) => boolean): string[] {
  return Object.entries(facts.fields).flatMap(([name, field]) => (fits(field, name) ? [name] : []));
}

/** Fields that are usually filtered to one value, so that every row repeats it. */
const repeated: readonly string[] = ['dataYear', 'provinceId'];

/** The column that identifies a row to people: its name, or the first part of its natural key. */
function tellingColumn({ key, identity, naturalKey }: Facts, columns: readonly string[]): string | undefined {
  const tells = (name: string) => name !== key && !repeated.includes(name);
  const known = [identity.name, ...columns.filter(column => naturalKey.includes(column))];
  return known.find(name => tells(name) && columns.includes(name));
}

/**
 * Puts the most important columns first, after the identifying column. Columns that repeat in every row, and yes-or-no
 * columns, go last; the key is left to the column chooser.
 */
function pointFirst(facts: Facts, columns: readonly string[], point: readonly string[]): readonly string[] {
  if (point.length === 0) return columns;
  const telling = tellingColumn(facts, columns);
  const first = [...(telling === undefined || point.includes(telling) ? [] : [telling]), ...point];
  const rest = columns.filter(name => !first.includes(name) && name !== facts.key);
  const isLast = (name: string) => repeated.includes(name) || facts.fields[name]?.kind === 'yesNo';
  return [...first, ...rest.filter(name => !isLast(name)), ...rest.filter(isLast)];
}

/** Columns, hidden columns, filters and order of the list. */
export function listOf(facts: Facts, said: DatasetInput['list']): AnyDataset['list'] {
  const { without = [], point = [] } = said;
  const shown = namesWhere(facts, fitsList).filter(name => !without.includes(name));
  const follows = shown.filter(name => !said.hidden?.includes(name));
  const columns = said.columns
    ? [...point.filter(name => !said.columns?.includes(name)), ...said.columns]
    : pointFirst(facts, follows, point);
  const hidden = said.hidden ? [...said.hidden, ...(said.columns ? [] : follows)] : shown;
  const filters = said.filters.map((filter): ListFilter => {
    const one = typeof filter === 'object' ? filter : { field: filter };
    const of = facts.fields[one.field];
    const isCount = of?.kind === 'integer' && of.min === 0;
    return { as: one.field, ...one, ...(isCount && { atLeast: true }) };
  });
  const ends = filters.findIndex(({ field }) => facts.fields[field]?.kind !== 'ref');
  const sort = said.sort ?? [...('orderNum' in facts.fields ? ['orderNum'] : []), `-${facts.key}`];
  const first = sort[0] ?? '';
  const tabs = facts.parent && facts.fields[first]?.kind === 'code' ? first : undefined;
  const batch = hasImportBatch(facts) ? ['importBatch'] : [];
  const updates = isWritten(facts) && filters.length > 0 ? updateFields : [];
  const further = [...batch, ...updates].filter(name => !filters.some(({ field }) => field === name));
  return {
    columns,
    point,
    hidden: [...new Set([...hidden, ...systemNames(facts)])].filter(name => !columns.includes(name)),
    filters: [...filters, ...further.map(name => ({ field: name, as: name }))],
    open: said.open ?? limits.openFilters,
    cascade: said.cascade ? filters.slice(0, ends < 0 ? undefined : ends).map(({ field }) => field) : [],
    ...(tabs && { tabs }),
    ...(said.tools && { tools: said.tools }),
    sort,
  };
}

/** Title of the section for fields that no group takes. */
const basic = label('基本信息', 'Basic information');

/** The sections and tabs of the form; empty if people neither add nor edit rows. */
export function formGroups(facts: Facts, said: DatasetInput['form'] = {}): FormGroup[] {
  const { actions } = facts.permissions;
  if (!actions.includes('add') && !actions.includes('update')) return [];
  const { groups = [], without = [] } = said;
  const taken = new Set([...without, ...groups.flatMap(({ fields }) => fields)]);
  const rest = namesWhere(facts, (field, name) => field.readOnly !== true && !taken.has(name));
  const tabs = rest.filter(name => facts.fields[name]?.kind === 'richText');
  const main = rest.filter(name => !tabs.includes(name));
  return [
    ...(main.length > 0 ? [{ label: basic, fields: main }] : []),
    ...groups,
    ...tabs.map(
      (name): FormGroup => ({ label: facts.fields[name]?.label ?? basic, fields: [name], as: 'tab' }),
    ),
  ];
}

/** Columns of an import: all that is written with the row. */
export function importFields(facts: Facts, said: Differing<string> | undefined): readonly string[] {
  if (!hasImportBatch(facts)) return [];
  return differing(
    facts,
    // An export writes an inner table as text, but a cell is no place to edit one.
    namesWhere(facts, field => field.readOnly !== true && fitsSheet(field) && field.kind !== 'lines'),
    said,
  );
}

/** Columns of an export: the key, what an import takes, what the server sets, and the system's own. */
export function exportFields(
  facts: Facts,
  said: Differing<string> | undefined,
  imported: readonly string[],
): readonly string[] {
  if (!facts.permissions.actions.includes('export')) return [];
  const taken = (field: Field, name: string) =>
    field.readOnly === true || !hasImportBatch(facts) || imported.includes(name) || field.kind === 'lines';
  const own = namesWhere(facts, (field, name) => fitsSheet(field) && taken(field, name));
  const batch = hasImportBatch(facts) ? ['importBatch'] : [];
  const found = differing(facts, [...new Set([facts.key, ...own]), ...batch, 'createTime'], said);
  // Every importable dataset can be exported by batch (domain 0.1), declared or not.
  return [...new Set([...found, ...batch])];
}

/**
 * Columns of a batch update: the import's columns, except the parent and fields that are fixed once a row exists.
 * Identifying fields are included (domain 0.1, flag B): rows are matched by key, and an update that would make a
 * duplicate is refused.
 */
export function batchUpdateFields(
  facts: Facts,
  said: Differing<string> | undefined,
  imported: readonly string[],
): readonly string[] {
  const { actions } = facts.permissions;
  if (!actions.includes('batchUpdate')) return [];
  const follows = imported.filter(name => name !== facts.parent && facts.fields[name]?.lockedOnEdit !== true);
  return differing(facts, follows, said);
}
