import { machineOf } from '@yikao/model/contexts/machines.ts';
import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { Label } from '@yikao/model/kernel/label.ts';

/** Sections that are made by the meaning of fields, in their order. */
export const sectionKinds = ['main', 'belonging', 'figures', 'times', 'options', 'more', 'record'] as const;

/** A section made by the meaning of its fields. */
export type SectionKind = (typeof sectionKinds)[number];

/** Fields of a row that belong together. */
export interface RowSection {
  /** The heading: a group of the form, or a meaning. */
  readonly title: Label | SectionKind;
  readonly names: readonly string[];
}

/** Most fields of a section. */
export const sectionMax = 14;

/** Most sections of a row besides its long texts and {@link SectionKind} `record`. */
export const sectionsMax = 5;

/** Fields up to which a group of the form is one section, and of the first section. */
const groupMax = 10;

/** Fewest fields of a separate section. */
const sectionMin = 2;

/** The section for a field that no group of the form places. */
function meaningOf(field: Field): SectionKind {
  switch (field.kind) {
    case 'ref':
    case 'refs':
      return 'belonging';
    case 'integer':
    case 'decimal':
    case 'money':
      return 'figures';
    case 'date':
    case 'dateTime':
      return 'times';
    case 'code':
    case 'codes':
    case 'yesNo':
      return 'options';
    default:
      return 'more';
  }
}

/**
 * The fields of a dataset's rows in sections: those by which rows are known first, unless a group of the form has them,
 * then the groups of the form; fields outside of the form, and those of long groups, by meaning; then long texts, and
 * when the row was stored.
 */
export function sectionsOf(dataset: AnyDataset): readonly RowSection[] {
  const tells = (name: string) => fieldOf(dataset, name)?.private !== true;
  const declared = dataset.form
    .map(({ label, fields, as }) => ({ title: label, names: fields.filter(tells), isText: as === 'tab' }))
    .filter(({ names }) => names.length > 0);
  const short = declared.filter(({ names }) => names.length <= groupMax);
  const placed = new Set(short.flatMap(({ names }) => names));
  const own = dataset.fields[dataset.key]?.kind === 'id' ? [dataset.key] : [];
  const left = Object.keys(dataset.fields).filter(
    name => tells(name) && !placed.has(name) && !own.includes(name),
  );
  const system = Object.keys(systemFields).filter(name => fieldOf(dataset, name) !== undefined);
  const record = [...own.filter(name => !placed.has(name)), ...system];

  const known = new Set([
    ...dataset.naturalKey,
    dataset.identity.name,
    machineOf(dataset)?.field ?? '',
    ...dataset.list.point,
  ]);
  // A group of the form that has the row's name is the first section itself.
  const isNamed = short.some(({ names }) => names.includes(dataset.identity.name));
  const main = isNamed ? [] : left.filter(name => known.has(name)).slice(0, groupMax);
  const byMeaning = new Map<SectionKind, string[]>(isNamed ? [] : [['main', main]]);
  const put = (kind: SectionKind, names: readonly string[]) =>
    byMeaning.set(kind, [...(byMeaning.get(kind) ?? []), ...names]);
  for (const name of left) {
    const field = dataset.fields[name];
    if (field && !main.includes(name)) put(meaningOf(field), [name]);
  }
  // Texts and small sections fill up the first one, or are put together.
  for (const [kind, names] of byMeaning) {
    if (kind === 'main' || (names.length >= sectionMin && kind !== 'more')) continue;
    if (!isNamed && main.length + names.length <= groupMax) {
      main.push(...names);
      byMeaning.delete(kind);
    } else if (kind !== 'more') {
      byMeaning.delete(kind);
      put('more', names);
    }
  }
  // The smallest are put together until few enough are left.
  const groups = short.filter(({ isText }) => !isText).length;
  while (groups + byMeaning.size > sectionsMax) {
    const rest = [...byMeaning].filter(([kind]) => kind !== 'main' && kind !== 'more');
    const [smallest] = rest.toSorted(([, one], [, other]) => one.length - other.length);
    if (!smallest || (byMeaning.get('more')?.length ?? 0) + smallest[1].length > sectionMax) break;
    byMeaning.delete(smallest[0]);
    put('more', smallest[1]);
  }
  const made = sectionKinds.flatMap((title): RowSection[] => {
    const names = byMeaning.get(title) ?? [];
    return names.length > 0 ? [{ title, names: inDeclaredOrder(dataset, names) }] : [];
  });
  const [first, ...others] = made;
  return [
    ...(first?.title === 'main' ? [first] : []),
    ...short.filter(({ isText }) => !isText),
    ...(first?.title === 'main' ? others : made),
    ...short.filter(({ isText }) => isText),
    ...(record.length > 0 ? [{ title: 'record' as const, names: record }] : []),
  ];
}

/** Kinds whose values take a whole line. */
const wideKinds: ReadonlySet<Field['kind']> = new Set<Field['kind']>(['richText', 'lines', 'json', 'images']);

/** Names in the order of the declaration, except that wide values come last: they would tear the others apart. */
function inDeclaredOrder(dataset: AnyDataset, names: readonly string[]): string[] {
  const isWide = (name: string) => {
    const field = dataset.fields[name];
    return field !== undefined && (wideKinds.has(field.kind) || (field.kind === 'text' && field.multiline));
  };
  const all = Object.keys(dataset.fields).filter(name => names.includes(name));
  return [...all.filter(name => !isWide(name)), ...all.filter(isWide)];
}
