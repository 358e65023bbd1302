import { useQuery } from '@tanstack/react-query';
import { predictionCalls } from '@yikao/model/contexts/admission/prediction.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { Alert, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { AskedField } from '../../../engine/form/AskedField.tsx';
import { jobStarted } from '../../../engine/jobs/use-jobs.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import styles from './chance.module.css';

const { admission } = registry;

interface PredictDialogProps {
  readonly begin: FieldRecord;
  readonly onClose: () => void;
}

/** Starts the run that predicts the ranks of a province (domain D18). */
export function PredictDialog({ begin, onClose }: PredictDialogProps) {
  const { t } = useTranslation('predict');
  const [values, setValues] = useState<FieldRecord>({ dataYear: dataYear(new Date()), ...begin });
  const [overwrite, setOverwrite] = useState(false);
  const { busy, problem, setProblem, attempt } = useAttempt();
  const year = { provinceId: Number(values.provinceId ?? 0), dataYear: Number(values.dataYear ?? 0) };
  const state = useQuery({
    queryKey: ['rows', admission.name, 'predictionState', year],
    queryFn: ({ signal }) => send(predictionCalls.predictionState, { query: year, signal, toast: false }),
    enabled: year.provinceId > 0 && year.dataYear > 0,
  });
  const run = async () => {
    if (!values.provinceId || !values.dataYear) return setProblem(t('run.chooseFirst'));
    await attempt(async () => {
      await send(predictionCalls.predictRanks, {
        body: {
          dataYear: Number(values.dataYear),
          provinceId: Number(values.provinceId),
          jointCategoryId: Number(values.jointCategoryId ?? 0),
          batch: Number(values.batch ?? 0),
          overwriteFlag: overwrite ? 1 : 0,
        },
        toast: false,
      });
      notice.success(t('run.started'));
      jobStarted();
      onClose();
    });
  };
  return (
    <Dialog
      title={t('run.title')}
      width={560}
      okText={t('run.start')}
      busy={busy}
      onOk={run}
      onClose={onClose}
      problem={problem}
    >
      <p className={styles.text}>{t('run.text')}</p>
      <div className={styles.fields}>
        {(['dataYear', 'provinceId', 'jointCategoryId', 'batch'] as const).map(name => (
          <AskedField key={name} dataset={admission} name={name} values={values} onChange={setValues} />
        ))}
      </div>
      <p className={styles.hint}>{t('run.all')}</p>
      {state.data?.madeTime && (
        <Alert
          className={styles.alert ?? ''}
          type={state.data.outdated ? 'warning' : 'info'}
          showIcon
          title={t(state.data.outdated ? 'run.outdated' : 'run.current', {
            time: state.data.madeTime.slice(0, 16),
          })}
        />
      )}
      <Checkbox checked={overwrite} onChange={event => setOverwrite(event.target.checked)}>
        {t('run.overwrite')}
      </Checkbox>
    </Dialog>
  );
}
