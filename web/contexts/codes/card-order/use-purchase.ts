import { useQuery } from '@tanstack/react-query';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payType as payTypes } from '@yikao/model/contexts/payment/payment.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { halfUp2, times } from '@yikao/model/rules/money.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { grouped } from '../../../engine/grouped.ts';
import { useSession } from '../../../engine/session/use-session.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { isBlank, textOf } from '../../../fields/parts/values.ts';
import { useNames } from '../../../fields/pick/use-options.ts';

const { card, cardOrder } = registry;

/** Cards that codes are bought of. */
export const forSale = { saleFlag: 1 };

/** Ways to pay: a vendor whose code is scanned, a transfer, or cash (domain 0.5, `@payType`). */
export const ways = [
  { payType: payTypes.is.wechat, name: 'scan' },
  { payType: payTypes.is.transfer, name: 'bank' },
  { payType: payTypes.is.offline, name: 'offline' },
] as const;

/** A way of {@link ways}. */
export type PayWay = (typeof ways)[number]['payType'];

/** A purchase to pay now. */
export interface Purchase {
  readonly orderNo: string;
  /** Yuan. */
  readonly amount: number;
  readonly quantity: number;
  readonly title: string;
  /** The vendor that was chosen before. */
  readonly first?: PayChannel;
}

/** The purchase being composed, its amount, and how it was placed. `onPlaced` is called with one that is paid now. */
export function usePurchase(onPlaced: (purchase?: Purchase) => void) {
  const { t } = useTranslation('codes');
  const { partnersIds } = useSession();
  const [cardId, setCardId] = useState<number>();
  const [payType, setPayType] = useState<PayWay>(1);
  const [values, setValues] = useState<FieldRecord>({ quantity: '100' });
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const names = useNames(card, cardId === undefined ? [] : [cardId], forSale);
  const priced = useQuery({
    queryKey: ['rows', card.name, 'price', cardId],
    queryFn: ({ signal }) => send(codesCalls.price, { query: { cardId: cardId ?? 0 }, signal, toast: false }),
    enabled: cardId !== undefined,
    retry: false,
  });
  const price = cardId === undefined ? undefined : priced.data;
  const typed = textOf(values.quantity);
  const quantity = /^\d+$/.test(typed) ? Number(typed) : 0;
  const inRange = quantity >= 1 && quantity <= limits.codesOrdered;
  const asksPartner = partnersIds === null || partnersIds.length > 1;

  const faults = (): Record<string, string> => ({
    ...(cardId === undefined && { cardId: t('choose', { what: t('buy.card') }) }),
    ...(!inRange && { quantity: t('buy.quantityWrong', { max: grouped(limits.codesOrdered) }) }),
    ...(partnersIds === null &&
      isBlank(values.partnersId) && { partnersId: t('choose', { what: t('buy.partner') }) }),
  });
  const place = async () => {
    const found = faults();
    setWrong(found);
    if (cardId === undefined || Object.keys(found).length > 0) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const placed = await send(codesCalls.order, {
        body: {
          ...{ cardId, quantity, payType },
          ...(!isBlank(values.partnersId) && { partnersId: Number(values.partnersId) }),
          ...(!isBlank(values.channelId) && { channelId: Number(values.channelId) }),
          ...(textOf(values.remark).trim() && { remark: textOf(values.remark).trim() }),
        },
        toast: false,
      });
      void refreshRows(cardOrder);
      const { orderNo, amount } = placed;
      if (payType !== payTypes.is.wechat) {
        notice.success(t('buy.placed', { orderNo }));
        return onPlaced();
      }
      const title = t('buy.paidTitle', { card: names.get(cardId) ?? '', count: grouped(quantity) });
      return onPlaced({ orderNo, amount, quantity, title });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const told = Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message]));
      setWrong(told);
      const shown = ['cardId', 'quantity', 'partnersId', 'channelId'];
      if (!Object.keys(told).some(name => shown.includes(name))) setProblem(error.message);
      void priced.refetch();
    } finally {
      setBusy(false);
    }
  };

  const settle = (name: string) => {
    setWrong(({ [name]: _, ...rest }) => rest);
    setProblem(undefined);
  };
  return {
    ...{ cardId, payType, values, wrong, problem, busy, quantity, asksPartner, place, setPayType },
    partnerRequired: partnersIds === null,
    price,
    priceError: cardId !== undefined && priced.error instanceof ApiError ? priced.error : undefined,
    /** Yuan as exact decimal text; undefined until card and quantity are there. */
    amount: price && inRange ? halfUp2(times(price.price, quantity)) : undefined,
    chooseCard(next: number | undefined) {
      setCardId(next);
      settle('cardId');
    },
    change(name: string, value: unknown) {
      setValues(old => ({ ...old, [name]: value }));
      settle(name);
    },
  };
}

/** See {@link usePurchase}. */
export type PurchaseState = ReturnType<typeof usePurchase>;
