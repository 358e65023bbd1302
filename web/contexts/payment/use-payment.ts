import { useQuery } from '@tanstack/react-query';
import { type Prepaid, paymentCalls } from '@yikao/model/contexts/payment/payment.calls.ts';
import type { PayBizType, PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payStatus as payStatuses } from '@yikao/model/contexts/payment/payment.codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useEffect, useState } from 'react';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';

/** Interval and duration of polling a payment's status, in milliseconds (domain 10). */
const looks = { everyMs: 2_000, forMs: 5 * 60_000 } as const;

/** Status of a payment as shown to a person. `stopped`: polling has ended, though it may still be paid. */
export type Standing = 'preparing' | 'refused' | 'waiting' | 'stopped' | 'paid' | 'closed' | 'held';

/** A payment that is being made. */
export interface Payment {
  readonly standing: Standing;
  readonly prepaid: Prepaid | undefined;
  /** Why it could not be prepared. */
  readonly refused: string | undefined;
  /** The last query was not answered; it is repeated. */
  readonly lost: boolean;
  /** Asks on, after {@link looks.forMs}. */
  again(): void;
  /** Prepares it again after a refusal or closing. */
  retry(): void;
}

function ended(payStatus: number | undefined): Standing | undefined {
  if (payStatus === undefined || payStatus === payStatuses.is.pending) return undefined;
  return payStatus === payStatuses.is.paid ? 'paid' : payStatus === payStatuses.is.closed ? 'closed' : 'held';
}

/**
 * Starts an order's payment through one vendor, and polls its status every two seconds for five minutes, while mounted.
 * `changed` are the datasets whose rows are reloaded at the end, a stable array.
 */
export function usePayment(
  order: { readonly bizType: PayBizType; readonly orderNo: string; readonly payType: PayChannel },
  changed: readonly AnyDataset[],
): Payment {
  const { bizType, orderNo, payType } = order;
  const [attempt, setAttempt] = useState(0);
  const [round, setRound] = useState(0);
  const [stopped, setStopped] = useState(false);
  const prepared = useQuery({
    queryKey: ['prepay', bizType, orderNo, payType, attempt],
    queryFn: ({ signal }) =>
      send(paymentCalls.prepay, { body: { bizType, orderNo, payType }, signal, toast: false }),
    gcTime: 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const payNo = prepared.data?.payNo;
  const asked = useQuery({
    queryKey: ['payment', payNo],
    queryFn: ({ signal }) =>
      send(paymentCalls.status, { query: { payNo: payNo ?? '' }, signal, toast: false }),
    enabled: payNo !== undefined && !stopped,
    gcTime: 0,
    retry: false,
    // The payer may pay in another tab of the same browser.
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (ended(state.data?.payStatus) ? false : looks.everyMs),
  });
  const end = ended(asked.data?.payStatus);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new payment and a new round restart the timer
  useEffect(() => {
    if (payNo === undefined || end) return;
    setStopped(false);
    const timer = setTimeout(() => setStopped(true), looks.forMs);
    return () => clearTimeout(timer);
  }, [payNo, end, round]);

  useEffect(() => {
    if (end) void refreshRows(...changed);
  }, [end, changed]);

  const standing = (): Standing => {
    if (prepared.isError) return 'refused';
    if (!prepared.data) return 'preparing';
    return end ?? (stopped ? 'stopped' : 'waiting');
  };
  return {
    standing: standing(),
    prepaid: prepared.data,
    refused: prepared.error instanceof ApiError ? prepared.error.message : undefined,
    lost: asked.isError,
    again: () => setRound(round + 1),
    retry: () => setAttempt(attempt + 1),
  };
}
