import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { liveCalls } from '@yikao/model/contexts/teaching/live.calls.ts';
import { liveSteps } from '@yikao/model/contexts/teaching/live.machine.ts';
import { liveRoomGoodsSteps } from '@yikao/model/contexts/teaching/live-room-goods.machine.ts';
import { liveStatus } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { limits } from '@yikao/model/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { randomId } from '../../../engine/api/random-id.ts';
import { send } from '../../../engine/api/send.ts';
import { listRows, readRow } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { takeStep } from '../../../engine/calls/step-calls.ts';
import { can } from '../../../engine/session/session.ts';

const { live, liveRoomGoods, liveSession } = registry;

/** Milliseconds between two looks at a room that is live. */
const lookMs = 5_000;

/** Milliseconds after which the push address is read again, well before it expires. */
const renewMs = limits.pushAddressMs / 2;

/** Most goods that a panel shows. */
const goodsMax = 100;

/** A step of a room, by name. */
type LiveStep = 'start' | 'stop' | 'reopen';

/** A step of goods in a room, by name. */
type GoodsStep = 'explain' | 'unexplain' | 'on' | 'off';

function stepOf(steps: Readonly<Record<string, Step>>, name: string): Step {
  const step = steps[name];
  if (!step) throw new Error(`There is no step ${name}`);
  return step;
}

/** A room with its goods and addresses, read again while it is live, and the steps that a person takes in it. */
export function useLive(liveId: number) {
  const { t } = useTranslation('teaching');
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const room = useQuery({
    queryKey: ['row', live.name, 'panel', liveId],
    queryFn: ({ signal }) => readRow(live, liveId, signal),
    refetchInterval: ({ state }) => (state.data?.liveStatus === liveStatus.is.living ? lookMs : false),
    retry: false,
  });
  const living = room.data?.liveStatus === liveStatus.is.living;
  const goods = useQuery({
    queryKey: ['rows', liveRoomGoods.name, 'panel', liveId],
    queryFn: async ({ signal }) => {
      const { records } = await listRows(liveRoomGoods, { liveId, current: 1, size: goodsMax }, signal);
      return records;
    },
    refetchInterval: living ? lookMs : false,
    retry: false,
  });
  const push = useQuery({
    queryKey: ['row', live.name, 'push', liveId, room.data?.startTime],
    queryFn: ({ signal }) => send(liveCalls.push, { query: { id: liveId }, signal, toast: false }),
    enabled: living && can('wish:live:start'),
    refetchInterval: renewMs,
    gcTime: 0,
    retry: false,
  });
  const take = async (dataset: AnyDataset, step: Step, id: number) => {
    setBusy(`${step.name}/${id}`);
    setProblem(undefined);
    try {
      const { refused } = await takeStep(dataset, step, { id }, randomId());
      if (refused[0]) setProblem(refused[0].reason);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.reason === 'notAllowedNow' ? t('live.meanwhile') : error.message);
    } finally {
      void refreshRows(live, liveRoomGoods, liveSession);
      await room.refetch();
      setBusy(undefined);
    }
  };
  return {
    ...{ room, goods, push, living, busy, problem },
    takeInRoom: (name: LiveStep) => take(live, stepOf(liveSteps.steps, name), liveId),
    takeWithGoods: (name: GoodsStep, id: number) =>
      take(liveRoomGoods, stepOf(liveRoomGoodsSteps.steps, name), id),
  };
}

/** See {@link useLive}. */
export type Live = ReturnType<typeof useLive>;
