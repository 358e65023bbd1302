import { registry } from '@yikao/model/contexts/datasets.ts';
import { salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { CallDialog } from '../../../engine/dialogs/CallDialog.tsx';
import { About, type Receiver } from './Receiver.tsx';

const { userCard, wishUser } = registry;
const { cardId, expireTime, countLimit } = userCard.fields;

/** Grants a candidate an entitlement: the card, and the expiry and uses if they differ from the card's. */
export function GiveCardDialog({ to, onClose }: { readonly to: Receiver; readonly onClose: () => void }) {
  const { t } = useTranslation('consumer');
  return (
    <CallDialog
      title={t('gift.card')}
      submit={t('gift.cardSubmit')}
      about={<About label={t('gift.to')} text={to.name} />}
      asks={{
        cardId: { field: cardId, label: t('gift.cardWhich') },
        expireTime: { field: expireTime, label: t('gift.expire'), hint: t('gift.expireHint') },
        countLimit: { field: countLimit, label: t('gift.count'), hint: t('gift.countHint') },
      }}
      begin={{ cardId: null }}
      missing={values =>
        values.cardId === null ? t('gift.choose', { what: t('gift.cardWhich') }) : undefined
      }
      send={values =>
        send(salesCalls.grantCard, {
          body: { ...values, userIds: [to.userId], cardId: Number(values.cardId) },
          toast: false,
        })
      }
      refusal={({ count, refused }) =>
        count === 0 ? refused.map(({ reason }) => reason).join('；') : undefined
      }
      done={() => t('gift.cardDone', { name: to.name })}
      changes={[userCard, wishUser]}
      text={t('gift.cardText')}
      onClose={onClose}
    />
  );
}
