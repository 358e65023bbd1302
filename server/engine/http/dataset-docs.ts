import type { DatasetCalls } from '@yikao/model/calls/dataset-calls.ts';
import { pageOf } from '@yikao/model/calls/envelope.ts';
import { trashInfo, versionQuery } from '@yikao/model/calls/history.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal, refNameKey } from '@yikao/model/kernel/field.ts';
import { alwaysGiven, fieldSchema, writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { whenText } from '@yikao/model/kernel/validate/when.ts';
import { limits } from '@yikao/model/limits.ts';
import { z } from 'zod';
import { filterKeys } from '../read/filters.ts';
import { infoFields } from '../read/info.ts';
import { optionFields } from '../read/options.ts';
import { listFields } from '../read/page.ts';
import { pageParameters } from '../read/paging.ts';
import { summaryParameters } from '../read/summary.ts';
import type { Documented } from './doc.ts';

/** The JSON type a field has on the wire. */
export function wireSchema(field: Field): z.ZodType {
  const described = (schema: z.ZodType) => schema.describe(`${field.label.zh} ${field.label.en}`);
  switch (field.kind) {
    case 'id':
    case 'year':
    case 'integer':
    case 'ref':
      return described(z.int());
    case 'decimal':
    case 'money':
      return described(z.number());
    case 'yesNo':
      return described(z.union([z.literal(0), z.literal(1)]));
    case 'code': {
      const codes = field.of.items.map(item => z.literal(item.code));
      const meaning = field.of.items.map(item => `${item.code}=${item.label.zh}/${item.label.en}`).join(', ');
      return z.union(codes).describe(`${field.label.zh} ${field.label.en}: ${meaning}`);
    }
    case 'codes': {
      const meaning = field.of.items.map(item => `${item.code}=${item.label.zh}/${item.label.en}`).join(', ');
      return z.string().describe(`${field.label.zh} ${field.label.en}, by commas: ${meaning}`);
    }
    case 'json':
      return described(z.unknown());
    case 'lines': {
      const cells = Object.entries(field.of).map(([name, column]) => [
        name,
        column.kind === 'money' || column.kind === 'decimal'
          ? z.string().nullable().describe(`${column.label.zh} ${column.label.en}: decimal text`)
          : wireSchema(column).nullable(),
      ]);
      return described(z.array(z.object(Object.fromEntries(cells))));
    }
    case 'images':
    case 'files':
      return described(z.array(z.string()));
    case 'secret':
      return described(z.literal(true));
    case 'text':
      return described(z.string().max(field.max));
    default:
      return described(fieldSchema(field)._zod.def.type === 'array' ? z.array(z.int()) : z.string());
  }
}

function rowSchema(dataset: AnyDataset, names: readonly string[]): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of names) {
    const field = fieldOf(dataset, name);
    if (!field) continue;
    shape[name] = wireSchema(field).nullable();
    if (field.kind === 'ref' || field.kind === 'refs') shape[refNameKey(name)] = z.string().nullable();
  }
  return z.object({ ...shape, version: z.int() });
}

/** The schema of a field as a client sends it. */
function bodyOf(field: Field): z.ZodType {
  if (field.kind !== 'secret') return wireSchema(field);
  const text = `${field.label.zh} ${field.label.en}: never answered; blank or true keeps it, false takes it away`;
  return z.union([z.string().max(field.max), z.boolean()]).describe(text);
}

function bodySchema(dataset: AnyDataset, mode: 'create' | 'update'): z.ZodObject {
  const shape: Record<string, z.ZodType> =
    mode === 'update' ? { [dataset.key]: z.int(), version: z.int() } : {};
  for (const name of writableFields(dataset, mode)) {
    const field = dataset.fields[name] as Field;
    const schema = bodyOf(field);
    const given = mode === 'create' && alwaysGiven(field) ? schema : schema.nullish();
    const why = whenText(dataset, field);
    shape[name] = why
      ? given.describe(
          `${schema.description} (${field.required ? 'given where' : 'only where'} ${why.en}; 仅当${why.zh})`,
        )
      : given;
  }
  return z.object(shape);
}

/** The query parameters of a list: its filters and, if `paged`, its page and order. */
function filterSchema(dataset: AnyDataset, { paged }: { readonly paged: boolean }): z.ZodObject {
  const shape: Record<string, z.ZodType> = paged
    ? { ...pageParameters().shape, sort: z.string().optional().describe('-startTime,dataId') }
    : {};
  for (const [key, { field: name, form }] of filterKeys(dataset)) {
    const field = fieldOf(dataset, name);
    if (!field) continue;
    const one = isPersonal(field)
      ? z.string().describe(`${field.label.zh} ${field.label.en}: whole value`)
      : wireSchema(field);
    const many =
      form === 'values' && ['year', 'code', 'codes', 'ref', 'refs', 'id', 'integer'].includes(field.kind);
    shape[key] = (many ? z.array(one) : one).optional();
  }
  return z.object(shape);
}

const exactParameter = z
  .enum(['0', '1'])
  .default('0')
  .describe('1: waits for the true total where it would be estimated');

const afterParameter = z
  .string()
  .optional()
  .describe('`next` of the page before: far from the beginning the page then goes on from its last row');

const treeParameter = z
  .enum(['0', '1'])
  .default('1')
  .describe('1: rows under each other, as children, unless a filter is given; 0: one by one');

/**
 * Input and output of a dataset's calls, derived from its declaration for the OpenAPI document. Built when the document
 * is requested.
 */
export function datasetDocs(dataset: AnyDataset): Readonly<Record<keyof DatasetCalls, () => Documented>> {
  const key = z.object({ [dataset.key]: z.int() });
  const plain = () => ({});
  return {
    list: () => ({
      query: filterSchema(dataset, { paged: true }).extend({
        exact: exactParameter,
        after: afterParameter,
        ...(dataset.parent !== undefined && { tree: treeParameter }),
      }),
      data: pageOf(
        rowSchema(dataset, listFields(dataset)).extend(
          dataset.parent === undefined ? {} : { children: z.array(z.unknown()).optional() },
        ),
      ),
    }),
    info: () => ({ query: key, data: rowSchema(dataset, infoFields(dataset)) }),
    summary: () => ({ query: filterSchema(dataset, { paged: false }).extend(summaryParameters(dataset)) }),
    history: () => ({ query: key.extend(pageParameters().shape) }),
    changes: plain,
    versionDifference: () => ({
      query: key.extend({ historyId: z.int(), side: versionQuery.shape.side.optional() }),
    }),
    takeVersion: () => ({
      body: key.extend({ historyId: z.int(), side: versionQuery.shape.side.optional(), version: z.int() }),
      data: key,
    }),
    options: () => ({
      query: z.object({
        keywords: z.string().optional(),
        values: z.array(z.int()).optional(),
        ...pageParameters(limits.optionsMax).shape,
      }),
      data: z.array(rowSchema(dataset, optionFields(dataset)).omit({ version: true })),
    }),
    add: () => ({ body: bodySchema(dataset, 'create'), data: key }),
    update: () => ({ body: bodySchema(dataset, 'update'), data: key }),
    remove: () => ({ query: z.object({ ids: z.array(z.int()) }), body: undefined }),
    trash: () => ({
      query: filterSchema(dataset, { paged: true }),
      data: pageOf(rowSchema(dataset, listFields(dataset)).extend(trashInfo.shape)),
    }),
    findings: () => ({
      query: z.object({ type: z.int().optional(), ...pageParameters().shape }),
    }),
    restore: plain,
    import: plain,
    batchUpdate: plain,
    export: plain,
    batchSet: plain,
    batchDelete: plain,
    check: plain,
    copyYear: plain,
    resolve: plain,
  };
}
