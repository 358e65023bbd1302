import { rankCalls } from '@yikao/model/calls/rank.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { yearList, dataYear as yearOf } from '@yikao/model/rules/data-year.ts';
import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import type { ListController } from '../../engine/hooks/use-list-controller.ts';
import { RowPicker } from '../../fields/parts/RowPicker.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './ComputeDialog.module.css';

const { rank, rankCategory } = registry;

/** Asks which ranking, beginning with the one that the list shows, and works its places out of its points. */
export function ComputeDialog({
  list,
  onClose,
}: {
  readonly list: ListController;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('guide');
  const language = useLanguage();
  const id = useId();
  const asked = (key: string) => Number(list.filters[key]?.[0]) || undefined;
  const [dataYear, setDataYear] = useState(asked('dataYear') ?? yearOf(new Date()));
  const [categoryId, setCategoryId] = useState(asked('categoryId'));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const compute = async () => {
    if (categoryId === undefined) return setProblem(t('rank.choose'));
    setBusy(true);
    setProblem('');
    try {
      const { count, updated } = await send(rankCalls.compute, {
        body: { dataYear, categoryId },
        toast: false,
      });
      if (count === 0) return setProblem(t('rank.nothing'));
      notice.success(t('rank.done', { count, updated }));
      list.refresh();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fieldErrors.map(({ message }) => message).join('；') || error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={t('rank.compute')}
      width={480}
      mask={{ closable: false }}
      okText={t('rank.compute')}
      confirmLoading={busy}
      onOk={() => void compute()}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}-year`}>{rank.fields.dataYear.label[language]}</label>
        <Select
          id={`${id}-year`}
          value={dataYear}
          disabled={busy}
          options={yearList('general', new Date()).map(year => ({ value: year, label: year }))}
          onChange={setDataYear}
        />
        <label htmlFor={`${id}-category`}>{rank.fields.categoryId.label[language]}</label>
        <RowPicker
          id={`${id}-category`}
          dataset={rankCategory}
          multiple={false}
          values={categoryId === undefined ? [] : [categoryId]}
          names={new Map()}
          where={{}}
          placeholder={t('rank.choose')}
          disabled={busy}
          required
          onChange={([chosen]) => setCategoryId(chosen)}
        />
      </div>
      <p className={styles.problem} role={problem ? 'alert' : undefined}>
        {problem}
      </p>
      <p className={styles.text}>{t('rank.text')}</p>
    </Modal>
  );
}
