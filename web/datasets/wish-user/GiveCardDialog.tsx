import { salesCalls } from '@yikao/model/calls/sales.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../engine/api/send.ts';
import { viewOf } from '../../fields/index.ts';
import { RowPicker } from '../../fields/parts/RowPicker.tsx';
import styles from './GiftDialog.module.css';
import { GiftDialog, type Receiver } from './GiftDialog.tsx';

const { card, userCard, wishUser } = registry;

/** Gives a candidate an entitlement: which card, and until when and how often where that differs from the card. */
export function GiveCardDialog({ to, onClose }: { readonly to: Receiver; readonly onClose: () => void }) {
  const { t } = useTranslation('consumer');
  const id = useId();
  const [cardId, setCardId] = useState<number>();
  const [terms, setTerms] = useState<Readonly<Record<string, unknown>>>({});
  const term = (name: 'expireTime' | 'countLimit', hint: string, busy: boolean) => {
    const field = userCard.fields[name];
    const { Input } = viewOf(field);
    return (
      <>
        <label htmlFor={`${id}-${name}`}>{name === 'expireTime' ? t('gift.expire') : t('gift.count')}</label>
        <Input
          field={field}
          name={name}
          id={`${id}-${name}`}
          value={terms[name]}
          record={terms}
          disabled={busy}
          invalid={false}
          describedBy={`${id}-${name}-hint`}
          onChange={value => setTerms({ ...terms, [name]: value })}
        />
        <p id={`${id}-${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      </>
    );
  };
  return (
    <GiftDialog
      to={to}
      title={t('gift.card')}
      submit={t('gift.cardSubmit')}
      text={t('gift.cardText')}
      done={t('gift.cardDone', { name: to.name })}
      missing={cardId === undefined ? t('gift.choose', { what: t('gift.cardWhich') }) : undefined}
      changes={[userCard, wishUser]}
      give={() =>
        send(salesCalls.grantCard, {
          body: { userIds: [to.userId], cardId: cardId ?? 0, ...terms },
          toast: false,
        })
      }
      onClose={onClose}
    >
      {busy => (
        <>
          <label htmlFor={`${id}-card`}>{t('gift.cardWhich')}</label>
          <RowPicker
            id={`${id}-card`}
            dataset={card}
            multiple={false}
            values={cardId === undefined ? [] : [cardId]}
            names={new Map()}
            where={{}}
            placeholder={t('gift.cardHint')}
            disabled={busy}
            required
            onChange={([chosen]) => setCardId(chosen)}
          />
          {term('expireTime', t('gift.expireHint'), busy)}
          {term('countLimit', t('gift.countHint'), busy)}
        </>
      )}
    </GiftDialog>
  );
}
