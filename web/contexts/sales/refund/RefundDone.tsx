import { registry } from '@yikao/model/contexts/datasets.ts';
import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { listAddress } from '../../../engine/link/page-address.ts';
import { can } from '../../../engine/session/session.ts';
import { PageLink } from '../../../engine/tab/PageLink.tsx';
import styles from './ApplyRefund.module.css';

const { refund } = registry;

interface RefundDoneProps {
  readonly orderNo: string;
  readonly passed: boolean;
  readonly used: boolean;
  readonly onClose: () => void;
}

/** Confirms the request, and names the approval needed. */
export function RefundDone({ orderNo, passed, used, onClose }: RefundDoneProps) {
  const { t } = useTranslation('sales');
  const text = passed ? 'passedText' : used ? 'submittedTwo' : 'submittedText';
  return (
    <Dialog title={t('refund.title')} width={560} footer={null} onClose={onClose}>
      <Result
        className={styles.done ?? ''}
        status="success"
        title={t(passed ? 'refund.passed' : 'refund.submitted')}
        subTitle={t(`refund.${text}`)}
        extra={[
          ...(can('pay:refund:list')
            ? [
                <PageLink key="look" to={listAddress(refund, { orderNo })} onFollow={onClose}>
                  {t('refund.look')}
                </PageLink>,
              ]
            : []),
          <Button key="done" type="primary" onClick={onClose}>
            {t('refund.gotIt')}
          </Button>,
        ]}
      />
    </Dialog>
  );
}
