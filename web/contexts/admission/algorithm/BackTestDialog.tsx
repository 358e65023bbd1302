import { probMethod } from '@yikao/model/contexts/admission/admission.codes.ts';
import { predictionCalls, type TestedMethod } from '@yikao/model/contexts/admission/prediction.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import { Alert, Button, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { AskedField } from '../../../engine/form/AskedField.tsx';
import { jobStarted } from '../../../engine/jobs/use-jobs.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { can } from '../../../engine/session/session.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './BackTestDialog.module.css';

const { algorithm } = registry;

interface BackTestDialogProps {
  readonly begin: FieldRecord;
  readonly onClose: () => void;
}

const share = (value: number | null) => (value === null ? '--' : percentText(value, 1));

/** The accuracy of the methods for a past year of a province (amendment 6), with a button for a new test. */
export function BackTestDialog({ begin, onClose }: BackTestDialogProps) {
  const { t } = useTranslation(['predict', 'common']);
  const [values, setValues] = useState<FieldRecord>({ dataYear: dataYear(new Date()) - 1, ...begin });
  const { busy, problem, attempt } = useAttempt();
  const provinceId = Number(values.provinceId);
  const results = useKept({
    queryKey: ['rows', algorithm.name, 'backTests', provinceId],
    queryFn: ({ signal }) => send(predictionCalls.backTests, { query: { provinceId }, signal, toast: false }),
    enabled: provinceId > 0,
  });
  const run = async () => {
    await attempt(async () => {
      await send(predictionCalls.startBackTest, {
        body: { provinceId, dataYear: Number(values.dataYear) },
        toast: false,
      });
      notice.success(t('backTest.started'));
      jobStarted();
    });
  };
  const found = results.data ?? [];
  return (
    <Dialog title={t('backTest.title')} width={820} onClose={onClose}>
      <p className={styles.text}>{t('backTest.text')}</p>
      <div className={styles.fields}>
        <AskedField dataset={algorithm} name="provinceId" values={values} onChange={setValues} />
        <AskedField dataset={algorithm} name="dataYear" values={values} onChange={setValues} />
        {can('wish:algorithm:backTest') && (
          <Button type="primary" loading={busy} disabled={!(provinceId > 0)} onClick={() => void run()}>
            {t('backTest.run')}
          </Button>
        )}
      </div>
      {problem !== undefined && <Alert type="error" showIcon title={problem} />}
      {!(provinceId > 0) ? (
        <EmptyState size="small" picture="search" title={t('backTest.choose')} />
      ) : results.error && !results.data ? (
        <LoadFailed of={results} />
      ) : results.loading ? (
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      ) : found.length === 0 ? (
        <EmptyState
          size="small"
          title={t('backTest.none')}
          hint={can('wish:algorithm:backTest') ? t('backTest.noneHint') : undefined}
        />
      ) : (
        found.map(one => <Result key={`${one.dataYear}-${one.method}`} of={one} />)
      )}
    </Dialog>
  );
}

/** The reliability table of one method and year. */
function Result({ of }: { readonly of: TestedMethod }) {
  const { t } = useTranslation('predict');
  const language = useLanguage();
  const method = probMethod.items.find(({ code }) => code === of.method);
  return (
    <section className={styles.result}>
      <h2>
        {of.dataYear} · {method?.label[language]}
      </h2>
      <p className={styles.text}>
        {t('backTest.summary', { cases: of.cases, gap: share(of.gap), brier: of.brier ?? '--' })}
      </p>
      <Table
        size="small"
        rowKey="from"
        pagination={false}
        scroll={{ x: 480 }}
        dataSource={of.rows.filter(({ candidates }) => candidates > 0)}
        columns={[
          {
            key: 'from',
            title: t('backTest.told'),
            render: (_, { from, to }) => `${Math.round(from * 100)}–${Math.round(to * 100)}%`,
          },
          {
            key: 'candidates',
            title: t('backTest.candidates'),
            align: 'right',
            render: (_, { candidates }) => candidates.toLocaleString('en-US'),
          },
          { key: 'mean', title: t('backTest.mean'), align: 'right', render: (_, { told }) => share(told) },
          { key: 'came', title: t('backTest.came'), align: 'right', render: (_, { came }) => share(came) },
        ]}
      />
    </section>
  );
}
