import { datasetNamed } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { listOptions } from '../calls/dataset-calls.ts';

/** Milliseconds a form waits for values filled in from a chosen row. */
const patienceMs = 10_000;

/**
 * The values that a row chosen in the reference `name` fills in; undefined, at once, if it fills in none, and later if it
 * cannot be read: the person then types them.
 */
export function valuesBrought(
  dataset: AnyDataset,
  name: string,
  value: unknown,
): Promise<FieldRecord | undefined> | undefined {
  const fields = Object.entries(dataset.fields).filter(([, { filled }]) => filled?.from === name);
  const reference = dataset.fields[name];
  if (fields.length === 0 || reference?.kind !== 'ref' || isEmpty(value)) return undefined;
  const target = datasetNamed(reference.to);
  return target && valuesOf(target, value, fields);
}

async function valuesOf(
  target: AnyDataset,
  value: unknown,
  fields: readonly (readonly [string, Field])[],
): Promise<FieldRecord | undefined> {
  try {
    const query = { values: [Number(value)], where: {} };
    const [row] = await listOptions(target, query, AbortSignal.timeout(patienceMs));
    if (!row) return undefined;
    const brought = fields.filter(([, { filled }]) => filled && !isEmpty(row[filled.what]));
    return Object.fromEntries(brought.map(([own, { filled }]) => [own, filled && row[filled.what]]));
  } catch {
    return undefined;
  }
}
