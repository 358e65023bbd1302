import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import { stateOf, statesOf } from '@yikao/model/kernel/states.ts';
import type { AnyMachine } from '@yikao/model/kernel/steps.ts';
import { Alert, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { UploadsLeft } from '../form/UploadsLeft.tsx';
import { jobStarted } from '../jobs/use-jobs.ts';
import { rowName } from '../list/columns.tsx';
import type { ScreenParts } from '../screen/screen-parts.ts';
import type { WireRow } from '../wire-row.ts';
import styles from './StepDialog.module.css';
import { StepFields } from './StepFields.tsx';
import { StepRefused } from './StepRefused.tsx';
import { StepResult } from './StepResult.tsx';
import { type StepDone, type StepTarget, useStepCall } from './use-step-call.ts';
import { fits, reasonsAgainst } from './use-steps.ts';

interface StepDialogProps {
  readonly dataset: AnyDataset;
  readonly machine: AnyMachine;
  readonly target: StepTarget;
  /** Known rows, to name them in results. */
  readonly rows: readonly FieldRecord[];
  /** Content of a custom screen, shown above the inputs. */
  readonly extra?: ScreenParts<FieldMap>['stepExtra'];
  /** `left`: the rows that did not take the step; undefined if nothing was done. */
  readonly onClose: (left?: readonly number[]) => void;
}

/** Asks for a step's inputs before it is taken, and shows the result. */
export function StepDialog({ dataset, machine, target, rows, extra, onClose }: StepDialogProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const call = useStepCall(dataset, target);
  const [done, setDone] = useState<Exclude<StepDone, { readonly job: number }>>();
  const { row } = call;
  const { step, keys = [], matching } = target;
  const name = step.label[language];

  const take = async (some?: readonly number[]) => {
    const result = await call.take(some);
    if (!result) return;
    if ('job' in result) {
      notice.success(t('steps.started', { step: name }));
      jobStarted();
      return onClose([]);
    }
    if ('answer' in result ? result.answer.refused.length > 0 : step.returns.length > 0)
      return setDone(result);
    const count = 'answer' in result ? result.answer.count : 1;
    notice.success(count > 1 ? t('steps.doneMany', { step: name, count }) : t('steps.done', { step: name }));
    onClose([]);
  };

  if (done && 'answer' in done) {
    return (
      <StepRefused
        dataset={dataset}
        step={step}
        answer={done.answer}
        rows={rows}
        taking={call.taking}
        problem={call.failed}
        onRetry={some => void take(some)}
        onClose={() => onClose(done.answer.refused.map(({ id }) => id))}
      />
    );
  }
  if (done) return <StepResult dataset={dataset} step={step} row={done.row} onClose={() => onClose([])} />;

  const against = row ? standingAgainst(machine, target, row, language, t('steps.wrongState')) : [];
  return (
    <Modal
      open
      title={
        row
          ? t('steps.title', { step: name, name: rowName(dataset, row) })
          : t('steps.titleMany', { step: name, count: matching?.total ?? keys.length })
      }
      okText={name}
      // The step itself may have the label "Cancel".
      cancelText={t('steps.back')}
      okButtonProps={{ danger: step.danger, disabled: against.length > 0 || call.uploads > 0 }}
      confirmLoading={call.taking}
      mask={{ closable: false }}
      onOk={() => void take()}
      onCancel={() => onClose()}
    >
      {call.stale && row && (
        <Alert
          type="info"
          showIcon
          title={t('steps.stale')}
          description={t('steps.staleText', { state: stateText(machine, row, language) })}
        />
      )}
      {step.ask && <p className={styles.ask}>{step.ask[language]}</p>}
      {against.length > 0 && (
        <Alert type="warning" showIcon title={t('steps.against')} description={<Reasons of={against} />} />
      )}
      {call.failed !== undefined && <Alert type="error" showIcon title={call.failed} />}
      {/* The engine handles all rows alike. */}
      {row && extra?.(step, row as WireRow<FieldMap>)}
      <StepFields call={call} />
      <UploadsLeft count={call.uploads} />
    </Modal>
  );
}

/** All obstacles known to the browser, a wrong state first. */
function standingAgainst(
  machine: AnyMachine,
  { step }: StepTarget,
  row: FieldRecord,
  language: 'zh' | 'en',
  wrongState: string,
): string[] {
  return fits(machine, step, row) ? reasonsAgainst(machine, step, row, language) : [wrongState];
}

function stateText(machine: AnyMachine, row: FieldRecord, language: 'zh' | 'en'): string {
  const state = stateOf(machine, row);
  return statesOf(machine).find(item => item.name === state)?.label[language] ?? '';
}

function Reasons({ of }: { readonly of: readonly string[] }): ReactNode {
  if (of.length === 1) return of[0];
  return (
    <ul className={styles.reasons}>
      {of.map(reason => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  );
}
