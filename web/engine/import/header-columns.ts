import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { exportHeader, type HeaderType, headerFields } from '@yikao/model/kernel/export-headers.ts';
import type { FieldChoice } from '../dialogs/use-field-choice.ts';

/** The columns of a kind of header, as far as they are offered, chosen and in its order, and all others after them, which may be chosen too. */
export function headerColumns(
  dataset: AnyDataset,
  type: HeaderType,
  offered: readonly string[],
): FieldChoice[] {
  const header = exportHeader(dataset, type);
  const chosen = header ? headerFields(dataset, header).filter(name => offered.includes(name)) : [];
  const rest = offered.filter(name => !chosen.includes(name));
  return [...chosen.map(name => ({ name, chosen: true })), ...rest.map(name => ({ name, chosen: false }))];
}
