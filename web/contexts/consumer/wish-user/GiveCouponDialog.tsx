import { registry } from '@yikao/model/contexts/datasets.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { CallDialog } from '../../../engine/dialogs/CallDialog.tsx';
import { About, type Receiver } from './Receiver.tsx';

const { coupon, userCoupon } = registry;

/** Gives a candidate a coupon. */
export function GiveCouponDialog({ to, onClose }: { readonly to: Receiver; readonly onClose: () => void }) {
  const { t } = useTranslation('consumer');
  return (
    <CallDialog
      title={t('gift.coupon')}
      submit={t('gift.couponSubmit')}
      about={<About label={t('gift.to')} text={to.name} />}
      asks={{ couponId: { field: userCoupon.fields.couponId, label: t('gift.couponWhich') } }}
      begin={{ couponId: null }}
      missing={({ couponId }) =>
        couponId === null ? t('gift.choose', { what: t('gift.couponWhich') }) : undefined
      }
      send={({ couponId }) =>
        send(salesCalls.grantCoupon, {
          body: { userIds: [to.userId], couponId: Number(couponId) },
          toast: false,
        })
      }
      refusal={({ count, refused }) =>
        count === 0 ? refused.map(({ reason }) => reason).join('；') : undefined
      }
      done={() => t('gift.couponDone', { name: to.name })}
      changes={[userCoupon, coupon]}
      text={t('gift.couponText')}
      onClose={onClose}
    />
  );
}
