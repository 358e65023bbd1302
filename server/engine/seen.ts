import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { scopeKinds } from '@yikao/model/kernel/scope.ts';
import type { Actor } from './actor.ts';
import { boundTo } from './scope.ts';

/** Datasets as people see them, by the kinds of scope from which they hide fields. */
const views = new WeakMap<AnyDataset, Map<string, AnyDataset>>();

/**
 * A dataset as the actor sees it: fields that are hidden from one of the actor's kinds of scope are private and cannot
 * be set, asked by or exported. The dataset itself where nothing is hidden.
 */
export function seenBy(dataset: AnyDataset, actor: Actor): AnyDataset {
  const kinds = scopeKinds.filter(kind => boundTo(actor, kind, 'read') !== null);
  const hidden = Object.keys(dataset.fields).filter(name =>
    dataset.fields[name]?.hiddenFrom?.some(kind => kinds.includes(kind)),
  );
  if (hidden.length === 0) return dataset;
  const known = views.get(dataset) ?? new Map<string, AnyDataset>();
  views.set(dataset, known);
  const view = known.get(hidden.join()) ?? without(dataset, new Set(hidden));
  known.set(hidden.join(), view);
  return view;
}

function without(dataset: AnyDataset, hidden: ReadonlySet<string>): AnyDataset {
  const open = (names: readonly string[]) => names.filter(name => !hidden.has(name));
  const fields = Object.entries(dataset.fields).map(([name, field]) => [
    name,
    hidden.has(name) ? { ...field, private: true, readOnly: true } : field,
  ]);
  const { excel } = dataset;
  return {
    ...dataset,
    fields: Object.fromEntries(fields),
    summary: Object.fromEntries(Object.entries(dataset.summary).filter(([name]) => !hidden.has(name))),
    groups: open(dataset.groups),
    ...(excel && {
      excel: {
        ...excel,
        import: open(excel.import),
        export: open(excel.export),
        batchUpdate: open(excel.batchUpdate),
        headers: excel.headers.map(header => ({ ...header, fields: open(header.fields) })),
      },
    }),
  };
}
