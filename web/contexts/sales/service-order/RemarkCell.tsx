import { EditOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderSteps } from '@yikao/model/contexts/sales/order.machine.ts';
import { limits } from '@yikao/model/limits.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChange } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { randomId } from '../../../engine/api/random-id.ts';
import { tellFailure } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { takeStep } from '../../../engine/calls/step-calls.ts';
import { can } from '../../../engine/session/session.ts';
import type { CellProps } from '../../../fields/field-view.ts';
import { CutText } from '../../../fields/parts/CutText.tsx';
import { textOf } from '../../../fields/parts/values.ts';
import styles from './RemarkCell.module.css';

const { serviceOrder } = registry;
const { remark } = orderSteps.steps;

/** The remark of an order, edited in place: Enter and leaving it save, Escape discards (domain 10). */
export function RemarkCell({ value, record }: CellProps) {
  const { t } = useTranslation('sales');
  const [typed, setTyped] = useState<string>();
  const [busy, setBusy] = useState(false);
  const leaving = useRef(false);
  const text = textOf(value);

  const save = async () => {
    if (!remark || typed === undefined || leaving.current) return;
    if (typed.trim() === text) return setTyped(undefined);
    setBusy(true);
    try {
      const { [serviceOrder.key]: orderId, version } = record;
      await takeStep(serviceOrder, remark, { orderId, version, remark: typed.trim() || null }, randomId());
      notice.success(t('order.remarkSaved'));
      setTyped(undefined);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tellFailure(error);
    } finally {
      setBusy(false);
      void refreshRows(serviceOrder);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation(); // the keys of the list around
    if (event.key === 'Enter') void save();
    if (event.key !== 'Escape') return;
    leaving.current = true;
    setTyped(undefined);
  };

  if (!remark || !can(stepCode(serviceOrder, remark)) || !mayChange(serviceOrder))
    return <CutText text={text} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the clicks from the row, no more
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row has no keyboard action to keep keys from
    <span
      className={styles.cell}
      onClick={event => event.stopPropagation()}
      onDoubleClick={event => event.stopPropagation()}
    >
      {typed === undefined ? (
        <>
          <CutText text={text} />
          <Button
            className={styles.edit ?? ''}
            type="text"
            size="small"
            icon={<EditOutlined aria-hidden />}
            aria-label={t(text ? 'order.remarkEdit' : 'order.remarkAdd')}
            onClick={() => {
              leaving.current = false;
              setTyped(text);
            }}
          />
        </>
      ) : (
        <Input
          autoFocus
          size="small"
          value={typed}
          count={{ show: true, max: limits.remark }}
          disabled={busy}
          aria-label={t('order.remark')}
          placeholder={t('order.remarkHint')}
          onChange={event => setTyped(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={onKeyDown}
        />
      )}
    </span>
  );
}
