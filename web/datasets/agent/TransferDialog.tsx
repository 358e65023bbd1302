import { useQueryClient } from '@tanstack/react-query';
import { agencyCalls } from '@yikao/model/calls/agency.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { RowPicker } from '../../fields/parts/RowPicker.tsx';
import styles from './TransferDialog.module.css';

const { agent, partners, adminUser, wishUser } = registry;

interface TransferDialogProps {
  /** The agency it was opened from; more may be added. */
  readonly first: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/** Moves agencies to another partner, with their accounts and candidates. */
export function TransferDialog({ first, onClose }: TransferDialogProps) {
  const { t } = useTranslation(['partner', 'common']);
  const client = useQueryClient();
  const id = useId();
  const [agentIds, setAgentIds] = useState<readonly number[]>([first.id]);
  const [to, setTo] = useState<number>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const move = async () => {
    if (agentIds.length === 0 || to === undefined) return setProblem(t('agency.ask'));
    setBusy(true);
    try {
      const { agencies, accounts, candidates } = await send(agencyCalls.transfer, {
        body: { agentIds, partnersId: to },
        toast: false,
      });
      if (agencies === 0) return setProblem(t('agency.same'));
      notice.success(t('agency.done', { agencies, accounts, candidates }));
      await Promise.all(
        [agent.name, adminUser.name, wishUser.name].flatMap(name =>
          ['rows', 'row'].map(area => client.invalidateQueries({ queryKey: [area, name] })),
        ),
      );
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={t('agency.title')}
      width={520}
      mask={{ closable: false }}
      okText={t('agency.transfer')}
      confirmLoading={busy}
      onOk={() => void move()}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}-agencies`}>{t('agency.agencies')}</label>
        <RowPicker
          id={`${id}-agencies`}
          dataset={agent}
          multiple
          values={agentIds}
          names={new Map([[first.id, first.name]])}
          where={{}}
          placeholder={t('agency.agencies')}
          disabled={busy}
          onChange={next => {
            setAgentIds(next);
            setProblem('');
          }}
        />
        <label htmlFor={`${id}-to`}>{t('agency.to')}</label>
        <RowPicker
          id={`${id}-to`}
          dataset={partners}
          multiple={false}
          values={to === undefined ? [] : [to]}
          names={new Map()}
          where={{}}
          placeholder={t('agency.to')}
          disabled={busy}
          onChange={([next]) => {
            setTo(next);
            setProblem('');
          }}
        />
      </div>
      <p className={styles.problem} role={problem ? 'alert' : undefined}>
        {problem}
      </p>
      <p className={styles.text}>{t('agency.text')}</p>
    </Modal>
  );
}
