import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { jobStarted } from '../../../engine/jobs/use-jobs.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { isBlank, textOf } from '../../../fields/parts/values.ts';
import { type BatchAction, fittingOf } from './batch-actions.ts';
import { plainSerial, serialSpan } from './serial-span.ts';

/** The way in which the codes of a batch are named: selected rows, a rule, or a range of serial numbers. */
export type Which = 'rows' | 'rule' | 'range';

/** The selector of a call, without the confirmation of several owners; undefined until it is complete. */
function selectorOf(which: Which, keys: readonly number[], values: FieldRecord) {
  if (which === 'rows')
    return keys.length > 0 && keys.length <= limits.idsMax ? { codeIds: [...keys] } : undefined;
  if (which === 'rule') return isBlank(values.ruleId) ? undefined : { ruleId: Number(values.ruleId) };
  const [startSerialNo, endSerialNo] = [textOf(values.start), textOf(values.end)].map(plainSerial);
  if (!startSerialNo || !endSerialNo) return undefined;
  return serialSpan(startSerialNo, endSerialNo) === undefined ? undefined : { startSerialNo, endSerialNo };
}

/** The content of the dialog that changes many codes: which ones, how many they are, and what is done. */
export function useBatch(keys: readonly number[], first: BatchAction) {
  const { t } = useTranslation('codes');
  const [which, setWhich] = useState<Which>(keys.length > 0 ? 'rows' : 'rule');
  const [action, setAction] = useState<BatchAction>(first);
  const [values, setValues] = useState<FieldRecord>({});
  const [sure, setSure] = useState(false);
  const [also, setAlso] = useState(false);
  const { busy, problem, setProblem, attempt } = useAttempt();
  const [jobs, setJobs] = useState<readonly number[]>();

  const selector = selectorOf(which, keys, values);
  const counted = useQuery({
    queryKey: ['rows', registry.cardCode.name, 'counts', selector],
    queryFn: ({ signal }) => send(codesCalls.count, { body: selector ?? {}, signal, toast: false }),
    enabled: selector !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const counts = selector === undefined ? undefined : counted.data;
  const fit = counts ? fittingOf(action, counts) : 0;
  const several = (counts?.owners.length ?? 0) > 1;

  /** The sentence that says what is missing. */
  const missing = (): string | undefined => {
    if (several && !sure) return t('batch.sureFirst');
    if (action === 'void' && isBlank(textOf(values.reason).trim())) return t('batch.reasonFirst');
    if (action === 'extend' && textOf(values.codeExpireTime) <= shanghaiTime(new Date()))
      return t('batch.expireFirst');
    if (action === 'assign' && isBlank(values.partnersId) && isBlank(values.channelId))
      return t('batch.assignFirst');
    return undefined;
  };
  const start = async (): Promise<readonly number[]> => {
    const body = { ...selector, allOwners: sure ? 1 : 0 };
    switch (action) {
      case 'issue':
        return (await send(codesCalls.assign, { body: { ...body, issueFlag: 1 }, toast: false })).ids;
      case 'assign': {
        const given = {
          ...(!isBlank(values.partnersId) && { partnersId: Number(values.partnersId) }),
          ...(!isBlank(values.channelId) && { channelId: Number(values.channelId) }),
          issueFlag: also ? 1 : 0,
        };
        return (await send(codesCalls.assign, { body: { ...body, ...given }, toast: false })).ids;
      }
      case 'extend': {
        const codeExpireTime = textOf(values.codeExpireTime);
        return [(await send(codesCalls.extend, { body: { ...body, codeExpireTime }, toast: false })).id];
      }
      case 'void': {
        const reason = textOf(values.reason).trim();
        return [(await send(codesCalls.cancel, { body: { ...body, reason }, toast: false })).id];
      }
    }
  };

  return {
    ...{ which, action, values, sure, also, busy, problem, jobs, counts, fit, several },
    counting: selector !== undefined && counted.isFetching,
    countProblem:
      selector !== undefined && counted.error instanceof ApiError ? counted.error.message : undefined,
    setSure(next: boolean) {
      setSure(next);
      setProblem(undefined);
    },
    setAlso,
    choose(next: Which) {
      setWhich(next);
      setSure(false);
      setProblem(undefined);
    },
    act(next: BatchAction) {
      setAction(next);
      setProblem(undefined);
    },
    change(next: FieldRecord) {
      setValues(old => ({ ...old, ...next }));
      // Other codes may have other owners.
      if (['ruleId', 'start', 'end'].some(name => Object.hasOwn(next, name))) setSure(false);
      setProblem(undefined);
    },
    async submit() {
      const why = missing();
      if (why !== undefined) return setProblem(why);
      await attempt(async () => {
        setJobs(await start());
        jobStarted();
      });
    },
  };
}

/** See {@link useBatch}. */
export type BatchState = ReturnType<typeof useBatch>;
