import { registry } from '@yikao/model/contexts/datasets.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { GivenCoupon } from './coupon/GiveCouponDialog.tsx';
import { ReceivedCell } from './coupon/ReceivedCell.tsx';

const { coupon } = registry;

const GiveCouponDialog = lazyDialog(() => import('./coupon/GiveCouponDialog.tsx'), 'GiveCouponDialog');

const overrides = { cells: { receiveNum: ReceivedCell } };

/** Coupons (domain G6, G7), which are given to many candidates at once. */
export default function CouponPage() {
  const { t } = useTranslation('sales');
  const [given, setGiven] = useState<GivenCoupon>();
  const actions = useMemo<RowAction<typeof coupon>[]>(
    () => [
      {
        key: 'give',
        may: 'base:coupon:grant',
        label: t('coupon.give'),
        lead: true,
        fits: ({ status }) => status === enable.is.enabled,
        act: row =>
          setGiven({
            couponId: row.couponId,
            couponName: row.couponName ?? '',
            left: Math.max(0, (row.totalNum ?? 0) - (row.receiveNum ?? 0)),
          }),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={coupon} rowActions={actions} overrides={overrides} />
      {given && <GiveCouponDialog coupon={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}
