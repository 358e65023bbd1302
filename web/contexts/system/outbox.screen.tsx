import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { CellProps } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';

/** The row a message is about, such as `partnersApply:17`, in words. */
function Subject({ value }: CellProps) {
  const language = useLanguage();
  const [name = '', key = ''] = String(value ?? '').split(':');
  const dataset = datasets.find(one => one.name === name);
  return <>{dataset ? `${dataset.label[language]} #${key}` : String(value ?? '')}</>;
}

const overrides = { cells: { subject: Subject } };

/** Messages to the outside, each with the row that it is about. */
export default function OutboxPage() {
  return <DatasetScreen dataset={registry.outbox} overrides={overrides} />;
}
