import { registry } from '@yikao/model/contexts/datasets.ts';
import { payType as payTypes } from '@yikao/model/contexts/payment/payment.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import { grouped } from '../../../engine/grouped.ts';
import { RowPicker } from '../../../fields/pick/RowPicker.tsx';
import { Amount } from '../../payment/Amount.tsx';
import { WithBill } from '../../sales/WithBill.tsx';
import styles from './BuyDialog.module.css';
import { forSale, type Purchase, type PurchaseState, usePurchase, ways } from './use-purchase.ts';

const { card, cardOrder } = registry;
const { fields } = cardOrder;

/** Quantities that are bought often. */
const usual = [100, 500, 1_000, 5_000];

/** Buys codes: the card, how many, and how they are paid, with the amount beside it (domain G4). */
export function BuyDialog({ onClose }: { readonly onClose: (purchase?: Purchase) => void }) {
  const { t } = useTranslation('codes');
  const purchase = usePurchase(onClose);
  const { price } = purchase;
  return (
    <Dialog
      long
      title={t('buy.title')}
      width={760}
      okText={t(purchase.payType === payTypes.is.wechat ? 'buy.submit' : 'buy.submitLater')}
      busy={purchase.busy}
      onOk={purchase.place}
      onClose={() => onClose()}
      problem={purchase.problem}
    >
      <WithBill
        problem={purchase.priceError?.message}
        lines={
          price && [
            [t('buy.unit'), <Amount key="unit" value={price.price} />],
            [t('buy.count'), t('buy.countText', { count: grouped(purchase.quantity) })],
            [t('buy.until'), price.expireTime.slice(0, 10)],
          ]
        }
        dueLabel={t('buy.due')}
        due={purchase.amount}
        waits={t('buy.waits')}
      >
        <Fields purchase={purchase} />
      </WithBill>
    </Dialog>
  );
}

function Fields({ purchase }: { readonly purchase: PurchaseState }) {
  const { t } = useTranslation('codes');
  const id = useId();
  const { cardId, values, wrong, change } = purchase;
  const asked = (name: 'quantity' | 'partnersId' | 'channelId' | 'remark', label: string, hint?: string) => (
    <AskedInput
      field={fields[name]}
      name={name}
      label={label}
      hint={hint}
      values={values}
      wrong={wrong[name]}
      required={name === 'quantity' || (name === 'partnersId' && purchase.partnerRequired)}
      onChange={value => change(name, value)}
    />
  );
  return (
    <div className={styles.fields}>
      <div className={styles.card}>
        <label htmlFor={`${id}-card`}>{t('buy.card')}</label>
        <RowPicker
          id={`${id}-card`}
          dataset={card}
          multiple={false}
          required
          values={cardId === undefined ? [] : [cardId]}
          names={new Map()}
          where={forSale}
          placeholder={t('buy.cardHint')}
          disabled={purchase.busy}
          invalid={wrong.cardId !== undefined}
          describedBy={`${id}-card-hint`}
          onChange={([next]) => purchase.chooseCard(next)}
        />
        <p id={`${id}-card-hint`} className={styles.wrong} role={wrong.cardId ? 'alert' : undefined}>
          {wrong.cardId}
        </p>
      </div>
      <div>
        {asked('quantity', t('buy.quantity'), t('buy.quantityHint', { max: grouped(limits.codesOrdered) }))}
        <div className={styles.usual}>
          {usual.map(count => (
            <Button
              key={count}
              size="small"
              type={purchase.quantity === count ? 'primary' : 'default'}
              ghost={purchase.quantity === count}
              onClick={() => change('quantity', String(count))}
            >
              {grouped(count)}
            </Button>
          ))}
        </div>
      </div>
      {purchase.asksPartner && asked('partnersId', t('buy.partner'))}
      {asked('channelId', t('buy.channel'), t('buy.channelHint'))}
      <div className={styles.ways}>
        <span id={`${id}-way`} className={styles.label}>
          {t('buy.pay')}
        </span>
        <Radio.Group
          className={styles.ways ?? ''}
          aria-labelledby={`${id}-way`}
          value={purchase.payType}
          disabled={purchase.busy}
          onChange={event => purchase.setPayType(event.target.value)}
        >
          {ways.map(({ payType, name }) => (
            <Radio key={payType} value={payType}>
              {t(`buy.${name}`)} <span className={styles.hint}>{t(`buy.${name}Text`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </div>
      {asked('remark', t('buy.remark'))}
    </div>
  );
}
