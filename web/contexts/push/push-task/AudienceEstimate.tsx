import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import { Alert } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import type { FormValues } from '../../../engine/wire-row.ts';
import styles from './AudienceEstimate.module.css';

interface AudienceEstimateProps {
  readonly values: FormValues<(typeof registry.pushTask)['fields']>;
}

/** Several numbers as a form has them: a list, or a comma string. */
const numbers = (value: unknown): number[] =>
  (Array.isArray(value) ? value : String(value ?? '').split(','))
    .map(Number)
    .filter(id => Number.isSafeInteger(id) && id > 0);

const number = (value: unknown) => numbers([value])[0] ?? null;

/** The number of devices that the conditions of a form reach, counted again as they change (domain 10). */
export function AudienceEstimate({ values }: AudienceEstimateProps) {
  const { t } = useTranslation('push');
  const appIds = numbers(values.appIds);
  const asked = JSON.stringify({
    taskId: number(values.taskId),
    appIds,
    audienceType: number(values.audienceType) ?? 1,
    provinceId: number(values.provinceId),
    provinceIds: numbers(values.provinceIds),
    jointParents: numbers(values.jointParents),
    dataYear: number(values.dataYear),
    cardTypes: numbers(values.cardTypes),
    tags: typeof values.tags === 'string' ? values.tags : null,
    activeDays: number(values.activeDays),
    userIds: numbers(values.userIds),
  });
  const question = useDeferredValue(asked);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['push', 'estimate', question],
    enabled: appIds.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => send(pushCalls.estimate, { body: JSON.parse(question), signal, toast: false }),
  });
  if (appIds.length === 0) return <p className={styles.hint}>{t('chooseApps')}</p>;
  if (isError) return <Alert type="error" showIcon title={t('notCounted')} />;
  if (!data) return <p className={styles.hint}>{t('counting')}</p>;
  return (
    <p className={styles.figure} role="status" aria-busy={isFetching}>
      <span>{t('reaches')}</span>
      <b>{t(data.exact ? 'exactly' : 'about', { count: data.count })}</b>
      <span className={styles.hint}>{t('ofAll', { count: data.all })}</span>
    </p>
  );
}
