import { Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../engine/boundary/LoadFailed.tsx';
import type { Receiver } from './GiftDialog.tsx';
import { LimitDialog } from './LimitDialog.tsx';
import { useLimits } from './use-limits.ts';

/** Sets a limit of a candidate, probability queries unless another is chosen; waits for what stands by now. */
export function SetLimitDialog({ to, onClose }: { readonly to: Receiver; readonly onClose: () => void }) {
  const { t } = useTranslation('consumer');
  const limits = useLimits(to.userId);
  const { data, error } = limits;
  if (!data) {
    return (
      <Modal open title={t('limit.set')} width={480} footer={null} onCancel={onClose}>
        {error ? <LoadFailed of={limits} /> : <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      </Modal>
    );
  }
  return (
    <LimitDialog to={to} dataYear={data.dataYear} limits={data.limits} limitType={6} onClose={onClose} />
  );
}
