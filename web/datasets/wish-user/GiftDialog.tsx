import { useQueryClient } from '@tanstack/react-query';
import type { Granted } from '@yikao/model/calls/sales.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import styles from './GiftDialog.module.css';

/** The candidate who is given something. */
export interface Receiver {
  readonly userId: number;
  readonly name: string;
}

interface GiftDialogProps {
  readonly to: Receiver;
  readonly title: string;
  readonly submit: string;
  /** The effect of giving it. */
  readonly text: string;
  readonly done: string;
  /** The field to be filled in first; undefined when it can be given. */
  readonly missing: string | undefined;
  /** Datasets whose rows it changes. */
  readonly changes: readonly AnyDataset[];
  readonly give: () => Promise<Granted>;
  readonly onClose: () => void;
  /** The inputs, which cannot be changed while it is given. */
  readonly children: (busy: boolean) => ReactNode;
}

/** Gives one candidate something: says to whom, asks what, and tells why where it was refused. */
export function GiftDialog(props: GiftDialogProps) {
  const { to, title, submit, text, done, missing, changes, give, onClose, children } = props;
  const { t } = useTranslation('consumer');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const onOk = async () => {
    if (missing !== undefined) return setProblem(missing);
    setBusy(true);
    setProblem('');
    try {
      const { count, refused } = await give();
      if (count === 0) return setProblem(refused.map(({ reason }) => reason).join('；'));
      notice.success(done);
      await Promise.all(
        changes.flatMap(({ name }) =>
          ['rows', 'row'].map(area => client.invalidateQueries({ queryKey: [area, name] })),
        ),
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
      title={title}
      width={480}
      mask={{ closable: false }}
      okText={submit}
      confirmLoading={busy}
      onOk={() => void onOk()}
      onCancel={onClose}
    >
      <dl className={styles.to}>
        <dt>{t('gift.to')}</dt>
        <dd>{to.name}</dd>
      </dl>
      <div className={styles.fields}>{children(busy)}</div>
      <p className={styles.problem} role={problem ? 'alert' : undefined}>
        {problem}
      </p>
      <p className={styles.text}>{text}</p>
    </Modal>
  );
}
