import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import type { Tone } from '@yikao/model/kernel/codes.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { AnyMachine } from '@yikao/model/kernel/steps.ts';
import { useTranslation } from 'react-i18next';
import { CodeTag } from '../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './StepDialog.module.css';

interface StepChangeProps {
  readonly dataset: AnyDataset;
  readonly machine: AnyMachine;
  readonly entry: HistoryEntryRow;
}

/** The states before and after a step, and its cause. */
export function StepChange({ dataset, machine, entry }: StepChangeProps) {
  const { t } = useTranslation('trust');
  const language = useLanguage();
  const field = dataset.fields[machine.field];
  const { cause } = entry.step ?? {};
  const moved = field?.kind === 'code' && entry.fields.includes(machine.field);
  if (!moved && cause === undefined) return null;
  return (
    <p className={styles.moved}>
      {moved && (
        <>
          <CodeTag of={field.of} value={entry.before[machine.field]} />
          <span>{t('history.became')}</span>
          <CodeTag of={field.of} value={entry.after[machine.field]} />
        </>
      )}
      {cause !== undefined && <span>{t('history.cause', { what: causeText(cause, language) })}</span>}
    </p>
  );
}

/** Tone of the state that a step has led to. */
export function toneAfter(machine: AnyMachine, entry: HistoryEntryRow): Tone {
  const field = machine.datasets[0]?.fields[machine.field];
  const item = field?.kind === 'code' ? codeItem(field.of, entry.after[machine.field]) : undefined;
  return item?.tone ?? 'act';
}

/** The step that caused another one (`serviceOrder.pay`) in words; a vendor's event is shown unchanged. */
function causeText(cause: string, language: Language): string {
  const [of = '', name = ''] = cause.split('.');
  const dataset = datasets.find(one => one.name === of);
  const step = dataset && machineOf(dataset)?.steps[name];
  return step ? `${dataset.label[language]} · ${step.label[language]}` : cause;
}
