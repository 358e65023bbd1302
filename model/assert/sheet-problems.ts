import { codeItem } from '../kernel/codes.ts';
import { type AnyDataset, isStored } from '../kernel/dataset.ts';
import { headerType } from '../kernel/export-headers.ts';
import type { Field } from '../kernel/field.ts';
import { combinedFields } from '../kernel/import-kinds.ts';
import { type Problem, unknownNames } from './problem.ts';

/** Mistakes in the workbooks of a dataset: their columns, headers and kinds of import. */
export function sheetProblems(dataset: AnyDataset): Problem[] {
  const { excel } = dataset;
  if (!excel) return [];
  return [
    ...(['import', 'export', 'batchUpdate'] as const).flatMap(action =>
      unknownNames(dataset, `excel.${action}`, excel[action]),
    ),
    ...headerProblems(dataset),
    ...importKindProblems(dataset),
    ...joinedProblems(dataset),
    ...(dataset.tableId === undefined ? [{ field: 'tableId', why: 'is needed for import and export' }] : []),
  ];
}

/** Mistakes in the headers that a dataset declares: the field and the reason, for the checks at boot. */
function headerProblems(dataset: AnyDataset): Problem[] {
  const { excel } = dataset;
  const headers = excel?.headers ?? [];
  return headers.flatMap(({ type, fields, where }, at) => {
    const place = `excel.headers ${type}`;
    const problems: Problem[] = [];
    if (!codeItem(headerType, type)) problems.push({ field: 'excel', why: `${type} is no header type` });
    if (headers.findIndex(other => other.type === type) < at) {
      problems.push({ field: 'excel', why: `declares header type ${type} twice` });
    }
    if (fields.length === 0) problems.push({ field: 'excel', why: `header type ${type} has no columns` });
    for (const name of fields) {
      if (!excel?.export.includes(name)) problems.push({ field: name, why: `is not exported (${place})` });
    }
    for (const [name, value] of Object.entries(where ?? {})) {
      const field = Object.hasOwn(dataset.fields, name) ? dataset.fields[name] : undefined;
      if (!field || field.elsewhere) {
        problems.push({ field: name, why: `is no stored field (${place})` });
      } else if (field.kind === 'code' && !codeItem(field.of, value)) {
        problems.push({ field: name, why: `has no code ${value} (${place})` });
      }
    }
    return problems;
  });
}

/** The faults of the joined columns that a dataset declares: the field and the reason, for the checks at boot. */
function joinedProblems({ excel, fields }: AnyDataset): Problem[] {
  const seen = new Set<string>();
  return (excel?.joins ?? []).flatMap(({ field, columns }) => {
    const headers = columns.flatMap(one => one.headers);
    const again = headers.find(header => seen.has(header) || !seen.add(header));
    return [
      ...(['text', 'richText', 'ref'].includes(fields[field]?.kind ?? '')
        ? []
        : [{ field, why: 'is joined from columns and is no text or reference' }]),
      ...(excel?.import.includes(field)
        ? []
        : [{ field, why: 'is joined from columns and not imported; name it in excel.import' }]),
      ...(again === undefined
        ? []
        : [{ field, why: `is joined from a column ${again} that is declared twice` }]),
    ];
  });
}

/** The faults of the kinds of import that a dataset declares: the field and the reason, for the checks at boot. */
function importKindProblems(dataset: AnyDataset): Problem[] {
  const { excel, permissions, naturalKey, scope } = dataset;
  const kinds = excel?.kinds ?? [];
  const owned = new Set(Object.values(scope).filter(one => typeof one === 'string'));
  return kinds.flatMap((kind, at) => {
    const place = `excel.kinds ${kind.type}`;
    const problems: Problem[] = [];
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
    if (kind.pictures) {
      const { into, by } = kind.pictures;
      if (dataset.fields[into]?.kind !== 'image') complain(into, 'takes pictures and is no image');
      if (by.length === 0) complain(into, 'is told which rows its pictures are of by no field');
      for (const name of by)
        if (dataset.fields[name]?.kind !== 'text') complain(name, 'names pictures and is no text');
      return problems;
    }
    const columns = new Set([
      ...(kind.columns ?? excel?.import ?? []),
      ...(kind.asks ?? []),
      ...Object.values(kind.perChild ?? {}),
      ...combinedFields(kind),
    ]);
    for (const { fields, form } of kind.combines ?? []) {
      if (kind.perChild) complain('excel', 'has combined columns and columns of children; choose one');
      for (const name of fields) {
        const isFit = dataset.fields[name]?.kind === (form === 'place' ? 'ref' : 'dateTime');
        if (!isFit) complain(name, `stands in a column of ${form} and is of another kind`);
        if (!excel?.import.includes(name)) complain(name, 'is not imported; name it in excel.import');
      }
    }
    for (const name of kind.asks ?? []) {
      if (!excel?.import.includes(name))
        complain(name, 'is asked for and not imported; name it in excel.import');
      if (Object.hasOwn(kind.sets, name)) complain(name, 'is set and asked for at once; take it out of one');
    }
    if (kind.perChild) {
      const { by, value } = kind.perChild;
      if (dataset.fields[by]?.kind !== 'ref' || !dataset.fields[by].required)
        complain(by, 'gives columns and is no required reference');
      if (!naturalKey.includes(by)) complain(by, 'gives columns and is no part of the natural key');
      if (by === value || naturalKey.includes(value))
        complain(value, 'stands in the columns of children and is part of the natural key');
      for (const name of [by, value])
        if (!excel?.import.includes(name)) complain(name, 'is not imported; name it in excel.import');
      // Rows that refer to rows of the same file are written in file order, which such a file does not have.
      for (const [name, field] of Object.entries(dataset.fields))
        if (field.kind === 'ref' && field.to === dataset.name)
          complain(name, 'refers to rows of the same dataset, which a file of one column per child cannot');
    }
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
