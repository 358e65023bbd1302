import { registry } from '@yikao/model/contexts/datasets.ts';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may, mayChange } from '../../engine/access/may.ts';
import { FieldServicesProvider } from '../../engine/field-services.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { CallDock, type Called } from '../reach/CallDock.tsx';
import { GiveCardDialog } from './wish-user/GiveCardDialog.tsx';
import { GiveCouponDialog } from './wish-user/GiveCouponDialog.tsx';
import { LimitsTab } from './wish-user/LimitsTab.tsx';
import type { Receiver } from './wish-user/Receiver.tsx';
import { SetLimitDialog } from './wish-user/SetLimitDialog.tsx';
import { StandingTab } from './wish-user/StandingTab.tsx';

const { coupon, userCard, userLimit, wishUser } = registry;

/** The gift to a candidate from the details. */
type Given = 'card' | 'coupon' | 'limit';

const dialogs = { card: GiveCardDialog, coupon: GiveCouponDialog, limit: SetLimitDialog };

/** Candidates, with their purchases and grants, and actions for selling (domain E1, 10). */
export default function WishUserPage() {
  const { t } = useTranslation(['consumer', 'reach']);
  const [called, setCalled] = useState<Called>();
  const [gift, setGift] = useState<{ readonly what: Given; readonly to: Receiver }>();
  const actions = useMemo(() => {
    const give = (
      what: Given,
      label: string,
      may: RowAction<typeof wishUser>['may'],
    ): RowAction<typeof wishUser> => ({
      key: `give-${what}`,
      may,
      label,
      // Disabled candidates cannot be given anything.
      fits: ({ status }) => status === enable.is.enabled,
      act: ({ userId, userName }) => setGift({ what, to: { userId, name: userName ?? String(userId) } }),
    });
    const call: RowAction<typeof wishUser> = {
      key: 'call',
      may: reachCalls.call.may,
      label: t('reach:call.open'),
      act: ({ userId, userName, mobile }) =>
        setCalled({ wishUserId: userId, name: [userName, mobile].filter(Boolean).join(' ') }),
    };
    return [
      call,
      give('card', t('gift.card'), mayChange(userCard) && salesCalls.grantCard.may),
      give('coupon', t('gift.coupon'), mayChange(coupon) && salesCalls.grantCoupon.may),
      give(
        'limit',
        t('limit.set'),
        may(userLimit, 'list') && (may(userLimit, 'add') || may(userLimit, 'update')),
      ),
    ];
  }, [t]);
  const tabs = useMemo(
    (): readonly RowTab<typeof wishUser>[] => [
      {
        key: 'standing',
        label: t('standing.tab'),
        render: ({ userId }) => <StandingTab key={userId} userId={userId} />,
      },
      {
        key: 'limits',
        may: may(userLimit, 'list'),
        label: t('limit.tab'),
        render: ({ userId, userName }) => (
          <LimitsTab key={userId} of={{ userId, name: userName ?? String(userId) }} />
        ),
      },
    ],
    [t],
  );
  const Dialog = gift && dialogs[gift.what];
  return (
    <>
      <DatasetScreen dataset={wishUser} drawerActions={actions} drawerTabs={tabs} />
      {called && <CallDock key={called.wishUserId} called={called} onClose={() => setCalled(undefined)} />}
      {gift && Dialog && (
        <FieldServicesProvider>
          <Dialog to={gift.to} onClose={() => setGift(undefined)} />
        </FieldServicesProvider>
      )}
    </>
  );
}
