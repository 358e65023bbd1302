import { abroadCalls } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderStatus, upStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { can } from '../../../engine/session/session.ts';
import { RowPicker } from '../../../fields/pick/RowPicker.tsx';
import { useNames } from '../../../fields/pick/use-options.ts';
import type { ToPay } from '../../sales/to-pay.ts';
import styles from './PlaceAbroadDialog.module.css';

const { abroadItem, abroadOrder, lead, wishUser } = registry;

/** The choice: programmes on the shelf. */
const onShelf = { upStatus: upStatus.is.on };

/** Whom the order is for: somebody by name and mobile, as consultations leave them, or a candidate with an account. */
type Whom = 'person' | 'candidate';

/** The way an order is paid: by a code the person scans, or already, with a code of `payType`. */
type Way = 'online' | 4 | 5 | 9;

interface PlaceAbroadDialogProps {
  /** Called with the order if it waits for payment. */
  readonly onClose: (toPay?: ToPay) => void;
}

/** The order being written, and the outcome of placing it. */
function useAbroadOrder(onClose: PlaceAbroadDialogProps['onClose']) {
  const { t } = useTranslation('abroad');
  const [whom, setWhom] = useState<Whom>('person');
  const [userId, setUserId] = useState<number>();
  const [studentName, setStudentName] = useState('');
  const [mobile, setMobile] = useState('');
  const [itemId, setItemId] = useState<number>();
  const [way, setWay] = useState<Way>('online');
  const [remark, setRemark] = useState('');
  const { busy, problem, setProblem, attempt } = useAttempt();
  const names = useNames(abroadItem, itemId === undefined ? [] : [itemId], onShelf);

  const place = async () => {
    const person = studentName.trim() && mobile.trim() ? { studentName, mobile } : undefined;
    const customer = whom === 'person' ? person : userId === undefined ? undefined : { userId };
    if (itemId === undefined || !customer) return setProblem(t('order.incomplete'));
    await attempt(async () => {
      const { orderNo, status, amount } = await send(abroadCalls.place, {
        body: {
          ...customer,
          itemId,
          ...(way !== 'online' && { payType: way }),
          ...(remark.trim() && { remark: remark.trim() }),
        },
        toast: false,
      });
      void refreshRows(abroadOrder, lead);
      notice.success(t(status === orderStatus.is.pending ? 'order.placed' : 'order.placedPaid', { orderNo }));
      onClose(
        status === orderStatus.is.pending ? { orderNo, amount, title: names.get(itemId) ?? '' } : undefined,
      );
    });
  };
  const changing =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      // A problem of the order before need not be one of the changed order.
      setProblem(undefined);
    };
  return {
    ...{ whom, userId, studentName, mobile, itemId, way, remark, busy, problem, place },
    setWhom: changing(setWhom),
    setUserId: changing(setUserId),
    setStudentName: changing(setStudentName),
    setMobile: changing(setMobile),
    setItemId: changing(setItemId),
    setWay: changing(setWay),
    setRemark,
  };
}
type Order = ReturnType<typeof useAbroadOrder>;

/** Places an order of a programme; the programme has its price. */
export function PlaceAbroadDialog({ onClose }: PlaceAbroadDialogProps) {
  const { t } = useTranslation('abroad');
  const order = useAbroadOrder(onClose);
  return (
    <Dialog
      title={t('order.title')}
      width={560}
      okText={t(order.way === 'online' ? 'order.placeAndPay' : 'order.place')}
      busy={order.busy}
      onOk={order.place}
      onClose={() => onClose()}
      problem={order.problem}
    >
      <div className={styles.fields}>
        <CustomerFields order={order} />
        <ServiceFields order={order} />
      </div>
    </Dialog>
  );
}

function CustomerFields({ order }: { readonly order: Order }) {
  const { t } = useTranslation('abroad');
  const id = useId();
  const { whom, userId, studentName, mobile, busy } = order;
  return (
    <>
      <Radio.Group
        aria-label={t('order.whom')}
        value={whom}
        disabled={busy}
        onChange={event => order.setWhom(event.target.value)}
      >
        <Radio value="person">{t('order.person')}</Radio>
        <Radio value="candidate">{t('order.candidate')}</Radio>
      </Radio.Group>
      {whom === 'person' ? (
        <>
          <label htmlFor={`${id}-name`}>{t('order.name')}</label>
          <Input
            id={`${id}-name`}
            value={studentName}
            maxLength={limits.shortName}
            disabled={busy}
            onChange={event => order.setStudentName(event.target.value)}
          />
          <label htmlFor={`${id}-mobile`}>{t('order.mobile')}</label>
          <Input
            id={`${id}-mobile`}
            value={mobile}
            inputMode="tel"
            maxLength={13}
            disabled={busy}
            aria-describedby={`${id}-hint`}
            onChange={event => order.setMobile(event.target.value)}
          />
          <p id={`${id}-hint`} className={styles.hint}>
            {t('order.mobileHint')}
          </p>
        </>
      ) : (
        <>
          <label htmlFor={`${id}-user`}>{t('order.candidate')}</label>
          <RowPicker
            id={`${id}-user`}
            dataset={wishUser}
            multiple={false}
            required
            values={userId === undefined ? [] : [userId]}
            names={new Map()}
            where={{}}
            placeholder={t('order.candidateHint')}
            disabled={busy}
            onChange={([next]) => order.setUserId(next)}
          />
        </>
      )}
    </>
  );
}

function ServiceFields({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['abroad', 'sales']);
  const id = useId();
  const { itemId, way, remark, busy } = order;
  const ways = [
    { value: 'online' as const, label: t('sales:order.online') },
    ...(can('abroad:order:update')
      ? [
          { value: 5 as const, label: t('sales:order.offline') },
          { value: 4 as const, label: t('sales:order.bank') },
          { value: 9 as const, label: t('sales:order.free') },
        ]
      : []),
  ];
  return (
    <>
      <label htmlFor={`${id}-item`}>{t('order.item')}</label>
      <RowPicker
        id={`${id}-item`}
        dataset={abroadItem}
        multiple={false}
        required
        values={itemId === undefined ? [] : [itemId]}
        names={new Map()}
        where={onShelf}
        placeholder={t('order.itemHint')}
        disabled={busy}
        onChange={([next]) => order.setItemId(next)}
      />
      <span id={`${id}-way`} className={styles.label}>
        {t('sales:order.payType')}
      </span>
      <Radio.Group
        aria-labelledby={`${id}-way`}
        value={way}
        disabled={busy}
        options={ways}
        onChange={event => order.setWay(event.target.value)}
      />
      <label htmlFor={`${id}-remark`}>{t('sales:order.remark')}</label>
      <Input
        id={`${id}-remark`}
        value={remark}
        count={{ show: true, max: limits.remark }}
        onChange={event => order.setRemark(event.target.value)}
      />
    </>
  );
}
