import type { JobOperation } from '@yikao/model/contexts/jobs.ts';
import { codeOfWord } from '@yikao/model/kernel/codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import type { Engine } from '../../engine.ts';
import type { Actor } from '../../scope/actor.ts';
import { loadReferenceNames } from '../import/reference-names.ts';
import { fieldsOfHeaders, likelyHeader } from './column-match.ts';
import type { Heading } from './heading.ts';

/** A field, and the cell text of one of its values. */
export interface FieldValue {
  readonly field: string;
  readonly value: string;
}

/** Columns below one upper heading, which set a value on separate rows: 本段人数 and 累计人数 below 历史类. */
export interface ColumnGroup extends FieldValue {
  /** The upper heading as the file has it. */
  readonly label: string;
  /** The lower headings, by column. */
  readonly columns: ReadonlyMap<number, string>;
}

/** Meanings given to upper headings by a person; null for one that does not produce rows. */
export type GroupWish = Readonly<Record<string, FieldValue | null>>;

/** Most groups of one sheet; side-by-side years are fewer. */
export const mostGroups = 15;

/** Longest header that may contain a value and a field. */
const longestHeader = 40;

/** The upper and the lower part of each header. */
type Split = readonly { readonly upper: string; readonly lower: string }[];

/**
 * The column groups of a heading: those whose upper heading is a value, by label or name, of a field without a column.
 * In a heading of one row, a header may begin with the value or end with it in brackets (`历史类人数`, `人数（历史类）`). `wish`
 * decides for the upper headings it names.
 */
export async function columnGroups(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  op: JobOperation,
  heading: Pick<Heading, 'cells' | 'parts'>,
  given: Readonly<RowValues>,
  wish: GroupWish,
): Promise<readonly ColumnGroup[]> {
  if (op !== 'import' || dataset.excel?.kind?.perChild || dataset.excel?.kind?.pictures) return [];
  const open = openFields(dataset, heading, given);
  const split = heading.parts ?? splitHeaders(dataset, heading, open, wish);
  const uppers = [...new Set(split.map(({ upper }) => upper).filter(upper => upper !== ''))];
  const values = await valuesOf(
    engine,
    dataset,
    actor,
    open,
    uppers.filter(upper => wish[upper] === undefined),
  );
  return uppers.flatMap(label => {
    const found = wish[label] === undefined ? values.get(label) : wish[label];
    if (!found || !dataset.excel?.import.includes(found.field)) return [];
    const columns = split.flatMap(({ upper, lower }, index) =>
      upper === label ? [[index, lower] as const] : [],
    );
    return [{ label, field: found.field, value: found.value, columns: new Map(columns) }];
  });
}

/** Fields that a group may set: codes, years and references without a column, identifying ones first. */
function openFields(
  dataset: AnyDataset,
  { cells, parts }: Pick<Heading, 'cells' | 'parts'>,
  given: Readonly<RowValues>,
): readonly string[] {
  const own = parts ? parts.flatMap(({ upper, lower }) => (upper === '' ? [lower] : [])) : cells;
  const held = fieldsOfHeaders(dataset, 'import', own);
  const names = (dataset.excel?.import ?? []).filter(name => {
    const kind = dataset.fields[name]?.kind;
    const isOpen = !Object.hasOwn(given, name) && !held.has(name);
    return isOpen && (kind === 'code' || kind === 'year' || kind === 'ref');
  });
  const isKey = (name: string) => Number(dataset.naturalKey.includes(name));
  const isRef = (name: string) => Number(dataset.fields[name]?.kind === 'ref');
  return names.toSorted((a, b) => isKey(b) - isKey(a) || isRef(a) - isRef(b));
}

/** The code or year in a text; undefined if it is no value of these fields. */
function plainValue(dataset: AnyDataset, fields: readonly string[], text: string): FieldValue | undefined {
  const word = text.normalize('NFKC').replace(/\s+/g, '');
  for (const field of fields) {
    const declared = dataset.fields[field];
    if (declared?.kind === 'code' && !/^\d+$/.test(word) && codeOfWord(declared.of, word))
      return { field, value: word };
    if (declared?.kind === 'year' && /^(?:19|20)\d{2}年?$/.test(word)) return { field, value: word };
  }
  return undefined;
}

async function valuesOf(
  engine: Engine,
  dataset: AnyDataset,
  actor: Actor,
  fields: readonly string[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, FieldValue>> {
  const found = new Map<string, FieldValue>();
  for (const text of texts) {
    const value = plainValue(dataset, fields, text);
    if (value) found.set(text, value);
  }
  const rest = texts.filter(text => !found.has(text));
  // Names are many, and few headings have a row above them that is not made of codes.
  for (const field of rest.length === 0 ? [] : fields.filter(name => dataset.fields[name]?.kind === 'ref')) {
    const names = (await loadReferenceNames(engine, engine.db, dataset, [field], actor)).get(field);
    for (const text of rest)
      if (!found.has(text) && !/^\d+$/.test(text) && names?.spells(text))
        found.set(text, { field, value: text });
  }
  return found;
}

/** Single-row headers split in two, where one part is a value and the other a field's header. */
function splitHeaders(
  dataset: AnyDataset,
  { cells }: Pick<Heading, 'cells'>,
  open: readonly string[],
  wish: GroupWish,
): Split {
  const isField = likelyHeader(dataset, 'import');
  return Array.from(cells, cell => {
    const text = typeof cell === 'string' ? cell.trim() : '';
    const whole = { upper: '', lower: text };
    if (text === '' || text.length > longestHeader || isField(text)) return whole;
    const [, before = '', after = ''] = /^(\S+)\s+(.+)$/.exec(text) ?? [];
    if (before !== '' && (wish[before] !== undefined || isField(after)))
      return { upper: before, lower: after };
    const [, inner = '', bracketed = ''] = /^(.+?)\s*[(（]([^()（）]+)[)）]$/.exec(text) ?? [];
    if (inner !== '' && isField(inner) && plainValue(dataset, open, bracketed))
      return { upper: bracketed, lower: inner };
    for (let at = text.length - 1; at > 1; at--) {
      const [upper, lower] = [
        text.slice(0, at).replace(/[-_·:：—]+$/, ''),
        text.slice(at).replace(/^[-_·:：—]+/, ''),
      ];
      if (lower !== '' && plainValue(dataset, open, upper) && isField(lower)) return { upper, lower };
    }
    return whole;
  });
}
