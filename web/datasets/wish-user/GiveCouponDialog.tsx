import { salesCalls } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../engine/api/send.ts';
import { RowPicker } from '../../fields/parts/RowPicker.tsx';
import { GiftDialog, type Receiver } from './GiftDialog.tsx';

const { coupon, userCoupon } = registry;

/** Gives a candidate a coupon. */
export function GiveCouponDialog({ to, onClose }: { readonly to: Receiver; readonly onClose: () => void }) {
  const { t } = useTranslation('consumer');
  const id = useId();
  const [couponId, setCouponId] = useState<number>();
  return (
    <GiftDialog
      to={to}
      title={t('gift.coupon')}
      submit={t('gift.couponSubmit')}
      text={t('gift.couponText')}
      done={t('gift.couponDone', { name: to.name })}
      missing={couponId === undefined ? t('gift.choose', { what: t('gift.couponWhich') }) : undefined}
      changes={[userCoupon, coupon]}
      give={() =>
        send(salesCalls.grantCoupon, {
          body: { userIds: [to.userId], couponId: couponId ?? 0 },
          toast: false,
        })
      }
      onClose={onClose}
    >
      {busy => (
        <>
          <label htmlFor={`${id}-coupon`}>{t('gift.couponWhich')}</label>
          <RowPicker
            id={`${id}-coupon`}
            dataset={coupon}
            multiple={false}
            values={couponId === undefined ? [] : [couponId]}
            names={new Map()}
            where={{}}
            placeholder={t('gift.couponHint')}
            disabled={busy}
            required
            onChange={([chosen]) => setCouponId(chosen)}
          />
        </>
      )}
    </GiftDialog>
  );
}
