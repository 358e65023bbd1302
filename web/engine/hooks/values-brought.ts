import { datasetNamed } from '@yikao/model/datasets/index.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isEmpty } from '@yikao/model/kernel/validate.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { listOptions } from '../calls/dataset-calls.ts';

/** Milliseconds after which a form goes on without what a chosen row brings along. */
const patienceMs = 10_000;

/**
 * The values that a row which is chosen by the reference `name` brings along for other fields of the form; undefined
 * where it brings nothing, or cannot be read: then the person types it.
 */
export async function valuesBrought(
  dataset: AnyDataset,
  name: string,
  value: unknown,
): Promise<FieldRecord | undefined> {
  const fields = Object.entries(dataset.fields).filter(([, { filled }]) => filled?.from === name);
  const reference = dataset.fields[name];
  if (fields.length === 0 || reference?.kind !== 'ref' || isEmpty(value)) return undefined;
  const target = datasetNamed(reference.to);
  if (!target) return undefined;
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
