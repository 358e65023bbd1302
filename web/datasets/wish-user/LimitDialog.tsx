import { useQueryClient } from '@tanstack/react-query';
import type { LimitState } from '@yikao/model/calls/consumers.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { InputNumber, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { addRow, updateRow } from '../../engine/calls/dataset-calls.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './GiftDialog.module.css';
import type { Receiver } from './GiftDialog.tsx';

const { userLimit } = registry;
const { of: kinds } = userLimit.fields.limitType;

interface LimitDialogProps {
  readonly to: Receiver;
  readonly dataYear: number;
  /** All that is limited of the year, as it stands. */
  readonly limits: readonly LimitState[];
  /** The subject that is asked about at first. */
  readonly limitType: LimitState['limitType'];
  readonly onClose: () => void;
}

/**
 * Sets how often a candidate may do something in a year: a limit of its own, or another number of the one that is
 * there.
 */
export function LimitDialog({ to, dataYear, limits, limitType: first, onClose }: LimitDialogProps) {
  const { t } = useTranslation('consumer');
  const language = useLanguage();
  const client = useQueryClient();
  const id = useId();
  const stateOf = (type: LimitState['limitType']) => limits.find(one => one.limitType === type);
  const [limitType, setLimitType] = useState(first);
  const [totalNum, setTotalNum] = useState<number | null>(stateOf(first)?.totalNum ?? null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const state = stateOf(limitType);

  const save = async () => {
    if (totalNum === null) return setProblem(t('limit.missing'));
    setBusy(true);
    setProblem('');
    try {
      const { limitId = null, version = null } = state ?? {};
      if (limitId === null) await addRow(userLimit, { userId: to.userId, dataYear, limitType, totalNum });
      else await updateRow(userLimit, { id: limitId, version, totalNum });
      notice.success(t('limit.done'));
      await Promise.all(
        ['rows', 'row', 'limits'].map(area => client.invalidateQueries({ queryKey: [area, userLimit.name] })),
      );
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
      title={t('limit.set')}
      width={480}
      mask={{ closable: false }}
      okText={t('limit.save')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <dl className={styles.to}>
        <dt>{t('gift.to')}</dt>
        <dd>{t('limit.of', { name: to.name, year: dataYear })}</dd>
      </dl>
      <div className={styles.fields}>
        <label htmlFor={`${id}-type`}>{userLimit.fields.limitType.label[language]}</label>
        <Select
          id={`${id}-type`}
          value={limitType}
          disabled={busy}
          options={kinds.items.map(({ code, label }) => ({ value: code, label: label[language] }))}
          onChange={type => {
            setLimitType(type);
            setTotalNum(stateOf(type)?.totalNum ?? null);
          }}
        />
        <label htmlFor={`${id}-total`}>{userLimit.fields.totalNum.label[language]}</label>
        <InputNumber
          id={`${id}-total`}
          value={totalNum}
          min={0}
          max={1_000_000}
          precision={0}
          disabled={busy}
          style={{ width: '100%' }}
          aria-describedby={`${id}-used`}
          onChange={setTotalNum}
        />
        <p id={`${id}-used`} className={styles.hint}>
          {t('limit.usedBy', { used: state?.usedNum ?? 0 })}
        </p>
      </div>
      <p className={styles.problem} role={problem ? 'alert' : undefined}>
        {problem}
      </p>
    </Modal>
  );
}
