import { type AnyDataset, type FormGroup, hasImportBatch, isWritten, type ListTool } from './dataset.ts';
import type { Differing, Filter } from './define-dataset.ts';
import type { Field } from './field.ts';
import { label } from './label.ts';

/** Parts of a declaration from which its lists follow. */
type Facts = Pick<AnyDataset, 'key' | 'naturalKey' | 'fields' | 'identity' | 'permissions' | 'parent'>;

/** Names of the columns that the system keeps of every row, in the order of lists. */
function systemNames(facts: Facts): string[] {
  return [
    'createTime',
    ...(isWritten(facts) ? ['updateTime'] : []),
    ...(hasImportBatch(facts) ? ['importBatch'] : []),
  ];
}

/** The list that follows, or what the declaration says instead; what is added stands where its field stands. */
function differing(
  facts: Facts,
  follows: readonly string[],
  said: Differing<string> | undefined,
): readonly string[] {
  if (said === undefined) return follows;
  if (isOnly(said)) return said;
  const added = said.with ?? [];
  const left = [...follows, ...added].filter(name => !said.without?.includes(name));
  if (added.length === 0) return left;
  const order = [...new Set([facts.key, ...Object.keys(facts.fields), ...follows])];
  return left.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

function isOnly(said: Differing<string>): said is readonly string[] {
  return Array.isArray(said);
}

/** Whether people write the field: neither the server's nor computed. */
function isTyped(field: Field): boolean {
  return field.readOnly !== true && field.computed !== true;
}

/** Kinds that no cell of a sheet holds. */
const outsideSheets: readonly Field['kind'][] = ['image', 'file', 'images', 'files', 'secret'];

/** Whether a workbook can carry the field: no picture, no file, no secret, nothing kept elsewhere or private. */
function fitsSheet(field: Field): boolean {
  return !outsideSheets.includes(field.kind) && field.elsewhere !== true && field.private !== true;
}

/** Whether a list shows the field without being told to. */
function fitsList(field: Field): boolean {
  if (!fitsSheet(field) || ['richText', 'json', 'lines'].includes(field.kind)) return false;
  return field.kind !== 'text' || field.multiline !== true;
}

function namesWhere(facts: Facts, fits: (field: Field, name: string) => boolean): string[] {
  return Object.entries(facts.fields).flatMap(([name, field]) => (fits(field, name) ? [name] : []));
}

/** Options of a declaration's list. */
interface ListInput {
  readonly columns?: readonly string[];
  readonly hidden?: readonly string[];
  readonly without?: readonly string[];
  readonly filters: readonly Filter<string>[];
  readonly open?: number;
  readonly cascade?: readonly string[];
  readonly tabs?: string;
  readonly tools?: readonly ListTool[];
  readonly sort?: readonly string[];
}

/** Columns, hidden columns, filters and order of the list. */
export function listOf(facts: Facts, said: ListInput): AnyDataset['list'] {
  const { without = [] } = said;
  const shown = namesWhere(facts, fitsList).filter(name => !without.includes(name));
  const columns = said.columns ?? shown.filter(name => !said.hidden?.includes(name));
  const hidden = said.hidden ?? shown;
  const filters = said.filters.map(filter =>
    typeof filter === 'object' ? { ...filter, as: filter.as ?? filter.field } : { field: filter, as: filter },
  );
  const batch = hasImportBatch(facts) && !filters.some(({ field }) => field === 'importBatch');
  return {
    columns,
    hidden: [...new Set([...hidden, ...systemNames(facts)])].filter(name => !columns.includes(name)),
    filters: batch ? [...filters, { field: 'importBatch', as: 'importBatch' }] : filters,
    open: said.open ?? 4,
    cascade: said.cascade ?? [],
    ...(said.tabs && { tabs: said.tabs }),
    ...(said.tools && { tools: said.tools }),
    sort: said.sort ?? [...('orderNum' in facts.fields ? ['orderNum'] : []), `-${facts.key}`],
  };
}

/** Options of a declaration's form. */
interface FormInput {
  readonly groups?: readonly FormGroup[];
  readonly without?: readonly string[];
}

/** Title of the section that holds what no group takes. */
const basic = label('基本信息', 'Basic information');

/** The sections and tabs of the form; none where people neither add rows nor edit them. */
export function formGroups(facts: Facts, said: FormInput = {}): FormGroup[] {
  const { actions } = facts.permissions;
  if (!actions.includes('add') && !actions.includes('update')) return [];
  const { groups = [], without = [] } = said;
  const taken = new Set([...without, ...groups.flatMap(({ fields }) => fields)]);
  const rest = namesWhere(facts, (field, name) => isTyped(field) && !taken.has(name));
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
    // A table inside a row is told by an export as text; a cell is no place to change it.
    namesWhere(facts, field => isTyped(field) && fitsSheet(field) && field.kind !== 'lines'),
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
    !isTyped(field) || !hasImportBatch(facts) || imported.includes(name) || field.kind === 'lines';
  const own = namesWhere(facts, (field, name) => fitsSheet(field) && taken(field, name));
  const batch = hasImportBatch(facts) ? ['importBatch'] : [];
  const found = differing(facts, [...new Set([facts.key, ...own]), ...batch, 'createTime'], said);
  // Whatever is imported can be exported by its batch (domain 0.1), said or not.
  return [...new Set([...found, ...batch])];
}

/**
 * Columns of a batch update: what an import takes, but for the parent and what is fixed once a row stands. What tells rows
 * apart is among them (domain 0.1, flag B): rows are met by their key, and one that would become another's twin is refused.
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
