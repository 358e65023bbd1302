import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { payType as payTypes } from '@yikao/model/contexts/payment/payment.codes.ts';
import { type Quote, salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { orderStatus, upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Flex, Input, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../engine/dialogs/use-attempt.ts';
import { can } from '../../engine/session/session.ts';
import { grouped, withPlaces } from '../../fields/parts/values.ts';
import { RowPicker } from '../../fields/pick/RowPicker.tsx';
import { useNames } from '../../fields/pick/use-options.ts';
import { Amount } from '../payment/Amount.tsx';
import styles from './PlaceOrderDialog.module.css';
import type { ToPay } from './to-pay.ts';
import { WithBill } from './WithBill.tsx';

const { wishUser, goods, serviceOrder } = registry;

/** The choice: goods on the shelf. */
const onSale = { upStatus: upStatus.is.on };

/** The way an order is paid: by a code the consumer scans, or at once, with a code of `payType`. */
type Way = 'online' | 4 | 5 | 9;

/** A lead as the buyer, in place of a consumer. */
export interface OrderedLead {
  readonly leadId: number;
  readonly name: string;
}

interface PlaceOrderDialogProps {
  readonly lead?: OrderedLead;
  /** Called with the order if it waits for payment. */
  readonly onClose: (toPay?: ToPay) => void;
}

/** The order being composed, its current price, and the outcome of placing it. */
function useOrder(onClose: PlaceOrderDialogProps['onClose'], lead: OrderedLead | undefined) {
  const { t } = useTranslation('sales');
  const [userId, setUserId] = useState<number>();
  const [goodsId, setGoodsId] = useState<number>();
  const [couponNo, setCouponNo] = useState<string>();
  const [way, setWay] = useState<Way>('online');
  const [transactionId, setTransactionId] = useState('');
  const [remark, setRemark] = useState('');
  const { busy, problem, setProblem, attempt } = useAttempt();
  const names = useNames(goods, goodsId === undefined ? [] : [goodsId], onSale);
  const free = way === 9;
  const leadId = lead?.leadId;
  const buyer = leadId !== undefined ? { leadId } : userId !== undefined ? { userId } : undefined;
  // A free order cannot be discounted.
  const coupon = free ? undefined : couponNo;
  const quoted = useQuery({
    queryKey: ['quote', userId, leadId, goodsId, coupon, free],
    queryFn: ({ signal }) =>
      send(salesCalls.quote, {
        query: { ...buyer, goodsId, ...(coupon && { couponNo: coupon }), ...(free && { free: true }) },
        signal,
        toast: false,
      }),
    enabled: buyer !== undefined && goodsId !== undefined,
    retry: false,
    gcTime: 0,
  });
  const quote = quoted.data;
  const waits = way === 'online' && quote !== undefined && quote.payAmount > 0;

  const place = async () => {
    if (buyer === undefined || goodsId === undefined) return setProblem(t('order.incomplete'));
    await attempt(
      async () => {
        const placed = await send(salesCalls.place, {
          body: {
            ...buyer,
            goodsId,
            ...(coupon && { couponNo: coupon }),
            ...(way !== 'online' && { payType: way }),
            ...(way === 4 && transactionId.trim() && { transactionId: transactionId.trim() }),
            ...(remark.trim() && { remark: remark.trim() }),
          },
          toast: false,
        });
        void refreshRows(serviceOrder, goods, ...(lead ? [registry.lead] : []));
        const { orderNo, status } = placed;
        if (status !== orderStatus.is.pending || !quote) {
          notice.success(t('order.placedPaid', { orderNo }));
          return onClose();
        }
        notice.success(t('order.placed', { orderNo }));
        return onClose({ orderNo, amount: quote.payAmount, title: names.get(goodsId) ?? '' });
      },
      error => {
        void quoted.refetch();
        return error.sentence;
      },
    );
  };

  /** A problem of the order before need not be one of the changed order. */
  const changing =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      setProblem(undefined);
    };
  /** Coupons depend on the consumer and the goods. */
  const choosing = (set: (id: number | undefined) => void) =>
    changing((next: number | undefined) => {
      set(next);
      setCouponNo(undefined);
    });
  return {
    ...{ userId, goodsId, couponNo, way, transactionId, remark, busy, problem, free, quoted, waits, place },
    chooseUser: choosing(setUserId),
    chooseGoods: choosing(setGoodsId),
    chooseCoupon: changing(setCouponNo),
    ...{ setWay, setTransactionId, setRemark },
  };
}
type Order = ReturnType<typeof useOrder>;

function OrderFields({ order, lead }: { readonly order: Order; readonly lead?: OrderedLead | undefined }) {
  const { t } = useTranslation('sales');
  const id = useId();
  const { userId, goodsId, couponNo, way, transactionId, remark, busy, free } = order;
  return (
    <div className={styles.fields}>
      <label htmlFor={`${id}-user`}>{t('order.consumer')}</label>
      {lead ? (
        <Input id={`${id}-user`} value={lead.name} readOnly />
      ) : (
        <RowPicker
          id={`${id}-user`}
          dataset={wishUser}
          multiple={false}
          required
          values={userId === undefined ? [] : [userId]}
          names={new Map()}
          where={{}}
          placeholder={t('order.consumerHint')}
          disabled={busy}
          onChange={([next]) => order.chooseUser(next)}
        />
      )}
      <label htmlFor={`${id}-goods`}>{t('order.goods')}</label>
      <RowPicker
        id={`${id}-goods`}
        dataset={goods}
        multiple={false}
        required
        values={goodsId === undefined ? [] : [goodsId]}
        names={new Map()}
        where={onSale}
        placeholder={t('order.goodsHint')}
        disabled={busy}
        onChange={([next]) => order.chooseGoods(next)}
      />
      {!free && (
        <>
          <label htmlFor={`${id}-coupon`}>{t('order.coupon')}</label>
          <CouponSelect
            id={`${id}-coupon`}
            quote={order.quoted.data}
            value={couponNo}
            disabled={busy}
            onChange={order.chooseCoupon}
          />
        </>
      )}
      <span id={`${id}-way`} className={styles.label}>
        {t('order.payType')}
      </span>
      <WayChoice labelledBy={`${id}-way`} value={way} disabled={busy} onChange={order.setWay} />
      {way === 4 && (
        <>
          <label htmlFor={`${id}-transaction`}>{t('order.transaction')}</label>
          <Input
            id={`${id}-transaction`}
            value={transactionId}
            count={{ show: true, max: limits.name }}
            placeholder={t('order.transactionHint')}
            onChange={event => order.setTransactionId(event.target.value)}
          />
        </>
      )}
      <label htmlFor={`${id}-remark`}>{t('order.remark')}</label>
      <Input
        id={`${id}-remark`}
        value={remark}
        count={{ show: true, max: limits.remark }}
        onChange={event => order.setRemark(event.target.value)}
      />
    </div>
  );
}

/** Places an order for a consumer: buyer, goods, coupon and payment; the server calculates the price. */
export function PlaceOrderDialog({ lead, onClose }: PlaceOrderDialogProps) {
  const { t } = useTranslation('sales');
  const order = useOrder(onClose, lead);
  const { quoted, problem } = order;
  const quote = quoted.data;
  return (
    <Dialog
      title={t('order.title')}
      width={760}
      okText={t(order.waits ? 'order.placeAndPay' : 'order.place')}
      busy={order.busy}
      onOk={order.place}
      onClose={() => onClose()}
      problem={problem}
    >
      <WithBill
        problem={quoted.error instanceof ApiError ? quoted.error.sentence : undefined}
        loading={quoted.isLoading}
        lines={
          quote && [
            [t('order.total'), <Amount key="total" value={quote.totalAmount} />],
            [
              t('order.discount'),
              <Amount key="discount" value={quote.discountAmount} negative={quote.discountAmount > 0} />,
            ],
          ]
        }
        dueLabel={t('order.due')}
        due={quote?.payAmount}
        waits={t('order.quoteWaits')}
      >
        <OrderFields order={order} lead={lead} />
      </WithBill>
    </Dialog>
  );
}

interface CouponSelectProps {
  readonly id: string;
  readonly quote: Quote | undefined;
  readonly value: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (couponNo: string | undefined) => void;
}

/** The applicable coupons, best first, each with the discount calculated by the server. */
function CouponSelect({ id, quote, value, disabled, onChange }: CouponSelectProps) {
  const { t } = useTranslation('sales');
  const coupons = quote?.coupons ?? [];
  const nothing = quote === undefined ? t('order.couponFirst') : t('order.couponEmpty');
  return (
    <Select<string>
      id={id}
      value={value ?? ''}
      disabled={disabled || coupons.length === 0}
      onChange={next => onChange(next || undefined)}
      options={[
        { value: '', label: coupons.length === 0 ? nothing : t('order.couponNone') },
        ...coupons.map(({ couponNo, couponName }) => ({ value: couponNo, label: couponName })),
      ]}
      optionRender={({ data }) => (
        <Flex component="span" gap={12} justify="space-between">
          <span>{data.label}</span>
          <Saving quote={quote} couponNo={String(data.value)} />
        </Flex>
      )}
      labelRender={({ label, value: chosen }) => (
        <Flex component="span" gap={12} justify="space-between">
          <span>{label}</span>
          <Saving quote={quote} couponNo={String(chosen)} />
        </Flex>
      )}
    />
  );
}

function Saving({ quote, couponNo }: { readonly quote: Quote | undefined; readonly couponNo: string }) {
  const { t } = useTranslation('sales');
  const coupon = quote?.coupons.find(one => one.couponNo === couponNo);
  if (!coupon) return null;
  const saving = grouped(withPlaces(String(coupon.saving), 2));
  return <b className={styles.saving}>{t('order.couponSaving', { saving })}</b>;
}

interface WayChoiceProps {
  readonly labelledBy: string;
  readonly value: Way;
  readonly disabled: boolean;
  readonly onChange: (way: Way) => void;
}

/** Payment types; people who may not mark an order as paid have the consumer pay it. */
function WayChoice({ labelledBy, value, disabled, onChange }: WayChoiceProps) {
  const { t } = useTranslation('sales');
  const ways = [
    { value: 'online' as const, label: t('order.online'), text: t('order.onlineText') },
    ...(can('order:service:update')
      ? [
          { value: 5 as const, label: t('order.offline'), text: t('order.offlineText') },
          { value: 4 as const, label: t('order.bank'), text: t('order.bankText') },
          { value: 9 as const, label: t('order.free'), text: t('order.freeText') },
        ].filter(way => payTypes.items.some(({ code }) => code === way.value))
      : []),
  ];
  return (
    <Radio.Group
      className={styles.ways ?? ''}
      aria-labelledby={labelledBy}
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.target.value)}
    >
      {ways.map(way => (
        <Radio key={way.value} value={way.value}>
          {way.label} <span className={styles.hint}>{way.text}</span>
        </Radio>
      ))}
    </Radio.Group>
  );
}
