import type { AnyDataset } from './dataset.ts';
import type { ScopeKind } from './scope.ts';

/** Datasets as people see them, by the names of the fields that are hidden. */
const views = new WeakMap<AnyDataset, Map<string, AnyDataset>>();

/**
 * A dataset as people of these kinds of scope see it who hold the codes that `holds` accepts: fields that are hidden from
 * one of the kinds, or need another code, are private and cannot be set, filtered, listed or exported. Returns the
 * dataset itself if nothing is hidden, and the same view on every call.
 */
export function seenFrom(
  dataset: AnyDataset,
  kinds: readonly ScopeKind[],
  holds: (code: string) => boolean,
): AnyDataset {
  const hidden = Object.keys(dataset.fields).filter(name => {
    const { hiddenFrom = [], needs } = dataset.fields[name] ?? {};
    return hiddenFrom.some(kind => kinds.includes(kind)) || (needs !== undefined && !holds(needs));
  });
  if (hidden.length === 0) return dataset;
  const known = views.get(dataset) ?? new Map<string, AnyDataset>();
  views.set(dataset, known);
  const view = known.get(hidden.join()) ?? withoutFields(dataset, new Set(hidden));
  known.set(hidden.join(), view);
  return view;
}

/** A dataset as any account may see it: without the fields that need a code. */
export function withoutNeeds(dataset: AnyDataset): AnyDataset {
  return seenFrom(dataset, [], () => false);
}

/** Codes that the fields of a dataset need. */
export function codesOfFields({ fields }: AnyDataset): string[] {
  return [...new Set(Object.values(fields).flatMap(({ needs }) => needs ?? []))];
}

/** A dataset with these fields made private: not shown, not set, and not used in filters, orders or sums. */
export function withoutFields(dataset: AnyDataset, hidden: ReadonlySet<string>): AnyDataset {
  const open = (names: readonly string[]) => names.filter(name => !hidden.has(name));
  const fields = Object.entries(dataset.fields).map(([name, field]) => [
    name,
    hidden.has(name) ? { ...field, private: true, readOnly: true } : field,
  ]);
  const { excel, list } = dataset;
  return {
    ...dataset,
    fields: Object.fromEntries(fields),
    // A sum over rows in some states would reveal their states.
    summary: Object.fromEntries(
      Object.entries(dataset.summary).filter(
        ([name, figure]) =>
          !hidden.has(name) &&
          (typeof figure === 'string' || !Object.keys(figure.where).some(by => hidden.has(by))),
      ),
    ),
    groups: open(dataset.groups),
    list: {
      ...list,
      columns: open(list.columns),
      hidden: open(list.hidden),
      point: open(list.point),
      filters: list.filters.filter(({ field }) => !hidden.has(field)),
      cascade: open(list.cascade),
      sort: list.sort.filter(term => !hidden.has(term.replace(/^-/, ''))),
    },
    form: dataset.form.map(group => ({ ...group, fields: open(group.fields) })),
    ...(excel && {
      excel: {
        ...excel,
        import: open(excel.import),
        export: open(excel.export),
        batchUpdate: open(excel.batchUpdate),
        kinds: excel.kinds.filter(({ sets }) => Object.keys(sets).every(name => !hidden.has(name))),
        headers: excel.headers.map(header => ({ ...header, fields: open(header.fields) })),
      },
    }),
  };
}
