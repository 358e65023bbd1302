import { CloseOutlined, PhoneOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { callTokenCalls } from '@yikao/model/contexts/people/call-token.calls.ts';
import { type CallStanding, callLookSeconds, reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { callStatus } from '@yikao/model/contexts/reach/reach.codes.ts';
import { Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import styles from './reach.module.css';

/** Somebody who is called from a list. */
export interface Called {
  readonly leadId?: number;
  readonly wishUserId?: number;
  readonly mobile?: string;
  /** Shown to the caller. */
  readonly name: string;
}

/** Codes of `callStatus`. */
const status = callStatus.is;

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

interface CallDockProps {
  readonly called: Called;
  readonly onClose: () => void;
  /** Shown below the state of the call, such as a note on it. */
  readonly children?: ReactNode;
}

/** Places a call and shows its state, in a corner of the list. */
export function CallDock({ called, onClose, children }: CallDockProps) {
  const { t } = useTranslation('reach');
  const [callId, setCallId] = useState<number>();
  const [standing, setStanding] = useState<CallStanding>();
  const [problem, setProblem] = useState<string>();

  const refresh = () => refreshRows(registry.lead, registry.leadFollow, registry.callRecord);
  const place = useEffectEvent(async () => {
    const { leadId, wishUserId, mobile } = called;
    try {
      const { callToken } = await send(callTokenCalls.exchange, { toast: false });
      const body = {
        leadId: leadId ?? null,
        wishUserId: wishUserId ?? null,
        mobile: mobile ?? null,
        callToken,
      };
      const placed = await send(reachCalls.call, { body, toast: false });
      setCallId(placed.callId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  });
  useEffect(() => void place(), []);

  const look = useEffectEvent(async () => {
    if (callId === undefined) return;
    try {
      const next = await send(reachCalls.state, { query: { callId }, toast: false });
      setStanding(next);
      if (next.callStatus !== status.dialling) await refresh();
    } catch (error) {
      // It is asked again in a moment.
      if (!(error instanceof ApiError)) throw error;
    }
  });
  const open = callId !== undefined && (standing === undefined || standing.callStatus === status.dialling);
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void look(), callLookSeconds * 1_000);
    return () => clearInterval(timer);
  }, [open]);

  const text =
    problem !== undefined
      ? t('call.failed', { why: problem })
      : standing?.callStatus === status.connected
        ? t('call.connected', { time: minutes(standing.callDuration) })
        : standing && standing.callStatus !== status.dialling
          ? [t('call.missed'), standing.errorMsg].filter(Boolean).join(' · ')
          : t('call.dialling');
  const tone =
    standing?.callStatus === status.connected
      ? 'done'
      : problem !== undefined || (standing && standing.callStatus !== status.dialling)
        ? 'lost'
        : 'act';
  return (
    <section className={styles.dock} aria-label={t('call.open')}>
      <div className={styles.head}>
        <span>
          <PhoneOutlined aria-hidden /> {called.name}
        </span>
        <Button
          type="text"
          size="small"
          aria-label={t('call.close')}
          icon={<CloseOutlined aria-hidden />}
          onClick={onClose}
        />
      </div>
      <p className={styles.state} data-tone={tone} role="status">
        {text}
      </p>
      {children}
    </section>
  );
}
