import { codeItem } from './codes.ts';
import type { AnyDataset } from './dataset.ts';
import { isStored } from './dataset.ts';
import type { Field } from './field.ts';
import type { Label } from './label.ts';

/** One kind of import of a dataset: the same table, filled from another file (language.md 9; segments, domain 0.6). */
export interface ImportKind<
  Name extends string = string,
  Values = Readonly<Record<string, number | string>>,
  Own extends string = string,
> {
  /** `type` of the request, by which the kind is asked for. */
  readonly type: number;
  readonly label: Label;
  /** What every row of such a file has; these are no columns of it. */
  readonly sets: Values;
  /** Columns of such a file, in their order; all that the import has where they are left out. */
  readonly columns?: readonly Name[];
  /** Last part of the code that guards it (`permissions.own`); whoever may import at all where it is left out. */
  readonly may?: Own;
  /** Number of its jobs in the history; that of the dataset's imports where it is left out. */
  readonly bizType?: number;
}

/** The kind of import that a request asks for by its `type`. */
export function importKind(dataset: AnyDataset, type: unknown): ImportKind | undefined {
  return dataset.excel?.kinds.find(kind => kind.type === type);
}

/** The dataset as a kind of import sees it: with the columns of that kind alone, and without those that it sets. */
export function asImported(dataset: AnyDataset, kind: ImportKind | undefined): AnyDataset {
  const { excel } = dataset;
  if (!excel || !kind) return dataset;
  const columns = (kind.columns ?? excel.import).filter(
    name => excel.import.includes(name) && !Object.hasOwn(kind.sets, name),
  );
  return { ...dataset, excel: { ...excel, import: columns, kind } };
}

/** What is wrong with the kinds of import that a dataset declares: the field and the reason, for the checks at boot. */
export function importKindProblems(dataset: AnyDataset): { readonly field: string; readonly why: string }[] {
  const { excel, permissions, naturalKey, scope } = dataset;
  const kinds = excel?.kinds ?? [];
  const owned = new Set(Object.values(scope).filter(one => typeof one === 'string'));
  return kinds.flatMap((kind, at) => {
    const place = `excel.kinds ${kind.type}`;
    const problems: { field: string; why: string }[] = [];
    const complain = (field: string, why: string) => problems.push({ field, why: `${why} (${place})` });
    if (!permissions.actions.includes('import'))
      complain('excel', 'has kinds of import and no action import');
    if (kinds.findIndex(({ type }) => type === kind.type) < at)
      complain('excel', 'is declared twice; give one of them another type');
    if (kind.label.zh === '' || kind.label.en === '')
      complain('excel', 'has no label in one of the languages');
    if (kind.may !== undefined && !Object.hasOwn(permissions.own ?? {}, kind.may))
      complain('excel', `asks for ${kind.may}, which permissions.own does not declare`);
    for (const name of kind.columns ?? []) {
      if (!excel?.import.includes(name)) complain(name, 'is not imported; name it in excel.import');
      if (Object.hasOwn(kind.sets, name)) complain(name, 'is set and a column at once; take it out of one');
    }
    for (const [name, value] of Object.entries(kind.sets)) {
      const field: Field | undefined = Object.hasOwn(dataset.fields, name) ? dataset.fields[name] : undefined;
      if (!field || !isStored(field)) complain(name, 'is no stored field and cannot be set');
      else if (field.kind === 'code' && !codeItem(field.of, value)) complain(name, `has no code ${value}`);
      if (owned.has(name)) complain(name, 'says whose a row is, which a kind of import cannot');
    }
    const columns = new Set(kind.columns ?? excel?.import ?? []);
    for (const name of naturalKey) {
      const field = dataset.fields[name];
      const given = columns.has(name) || Object.hasOwn(kind.sets, name) || owned.has(name);
      if (field?.required && !given)
        complain(name, 'is part of the natural key, and neither set nor a column');
    }
    for (const [name, field] of Object.entries(dataset.fields)) {
      const given = columns.has(name) || Object.hasOwn(kind.sets, name) || naturalKey.includes(name);
      const made = field.default !== undefined || field.generated || field.when || field.readOnly;
      if (field.required && isStored(field) && name !== dataset.key && !given && !made && !owned.has(name))
        complain(name, 'is required, and neither set nor a column');
    }
    return problems;
  });
}
