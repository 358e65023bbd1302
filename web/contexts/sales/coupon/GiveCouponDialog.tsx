import { registry } from '@yikao/model/contexts/datasets.ts';
import { type Granted, salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Flex, Input, Table } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { RowPicker } from '../../../fields/pick/RowPicker.tsx';
import { useNames } from '../../../fields/pick/use-options.ts';
import styles from './GiveCouponDialog.module.css';
import { mobilesOf } from './named-people.ts';

const { coupon, userCoupon, wishUser } = registry;

/** The coupon to give, with its remaining number. */
export interface GivenCoupon {
  readonly couponId: number;
  readonly couponName: string;
  readonly left: number;
}

interface GiveCouponDialogProps {
  readonly coupon: GivenCoupon;
  readonly onClose: () => void;
}

/** Gives a coupon to many candidates, by mobile number or by name, and shows the reason for each refusal. */
export function GiveCouponDialog({ coupon: given, onClose }: GiveCouponDialogProps) {
  const { t } = useTranslation('sales');
  const id = useId();
  const [text, setText] = useState('');
  const [userIds, setUserIds] = useState<readonly number[]>([]);
  const { busy, problem, setProblem, attempt } = useAttempt();
  const [done, setDone] = useState<Granted>();
  const names = useNames(wishUser, userIds, {});
  const { mobiles, wrong } = mobilesOf(text);
  const count = mobiles.length + userIds.length;

  const give = async () => {
    if (wrong.length > 0) return setProblem(t('coupon.badMobiles', { list: wrong.slice(0, 5).join('、') }));
    if (count === 0) return setProblem(t('coupon.none'));
    if (count > limits.idsMax) return setProblem(t('coupon.tooMany', { max: limits.idsMax }));
    await attempt(async () => {
      const result = await send(salesCalls.grantCoupon, {
        body: { couponId: given.couponId, userIds: [...userIds], mobiles: [...mobiles] },
        toast: false,
      });
      void refreshRows(coupon, userCoupon);
      if (result.refused.length > 0) return setDone(result);
      notice.success(t('coupon.done', { count: result.count }));
      onClose();
    });
  };

  const title = t('coupon.title', { name: given.couponName });
  if (done) {
    return (
      <Dialog title={title} width={560} onClose={onClose} okText={t('refund.gotIt')}>
        <Alert
          type={done.count > 0 ? 'warning' : 'error'}
          showIcon
          title={t('coupon.partly', { count: done.count, refused: done.refused.length })}
        />
        <Table
          className={styles.refused}
          size="small"
          rowKey="who"
          pagination={done.refused.length > 10 && { pageSize: 10, showSizeChanger: false }}
          dataSource={[...done.refused]}
          columns={[
            {
              key: 'who',
              title: t('coupon.whoColumn'),
              width: 180,
              render: (_, { who }) => names.get(Number(who)) ?? who,
            },
            { key: 'reason', title: t('coupon.whyColumn'), dataIndex: 'reason' },
          ]}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={title}
      width={560}
      okText={t('coupon.submit')}
      busy={busy}
      onOk={give}
      onClose={onClose}
      problem={problem}
    >
      <Flex vertical gap={6}>
        <label htmlFor={`${id}-mobiles`}>{t('coupon.who')}</label>
        <Input.TextArea
          id={`${id}-mobiles`}
          rows={6}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={event => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {t('coupon.whoHint')}
        </p>
        <label htmlFor={`${id}-people`}>{t('coupon.orPick')}</label>
        <RowPicker
          id={`${id}-people`}
          dataset={wishUser}
          multiple
          values={userIds}
          names={names}
          where={{}}
          placeholder={t('order.consumerHint')}
          disabled={busy}
          onChange={next => {
            setUserIds(next);
            setProblem(undefined);
          }}
        />
      </Flex>
      <p className={styles.count} aria-live="polite">
        <span>{t('coupon.count', { count })}</span>
        <span>{t('coupon.left', { count: given.left })}</span>
      </p>
      {count > given.left && (
        <Alert type="warning" showIcon title={t('coupon.few', { left: given.left, count })} />
      )}
    </Dialog>
  );
}
