import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { LimitDialog } from './LimitDialog.tsx';
import type { Receiver } from './Receiver.tsx';
import { useLimits } from './use-limits.ts';

/** Sets a limit of a candidate, by default for probability queries; waits for the current limits. */
export function SetLimitDialog({ to, onClose }: { readonly to: Receiver; readonly onClose: () => void }) {
  const { t } = useTranslation('consumer');
  const limits = useLimits(to.userId);
  const { data, error } = limits;
  if (!data) {
    return (
      <Dialog title={t('limit.set')} width={480} footer={null} onClose={onClose}>
        {error ? <LoadFailed of={limits} /> : <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      </Dialog>
    );
  }
  return (
    <LimitDialog to={to} dataYear={data.dataYear} limits={data.limits} limitType={6} onClose={onClose} />
  );
}
