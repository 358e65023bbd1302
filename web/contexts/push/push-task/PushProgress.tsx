import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import { pushStatus } from '@yikao/model/contexts/push/push.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Flex, Progress, Skeleton, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { grouped } from '../../../engine/grouped.ts';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';

const { pushTask } = registry;

/** The states of a task in their order. */
const way: readonly number[] = [0, 1, 2, 3, 4];

/** States in which the figures go on changing. */
const moving: readonly number[] = [1, 3];

/** The place on the way of a state beside it: a paused, cancelled or failed task. */
const placeOf = (status: number, built: boolean) =>
  status <= pushStatus.is.done ? way.indexOf(status) : built ? 3 : 1;

/** The way of a task with its figures, read again every two seconds while it moves (domain 10). */
export function PushProgress({ taskId }: { readonly taskId: number }) {
  const { t } = useTranslation('push');
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['rows', pushTask.name, 'progress', taskId],
    queryFn: ({ signal }) => send(pushCalls.progress, { query: { taskId }, signal, toast: false }),
    refetchInterval: ({ state }) =>
      state.data && moving.includes(state.data.pushStatus) ? limits.jobRefreshMs : false,
  });
  if (!data) return <Skeleton active />;
  const { pushStatus: status, targetNum, sentNum, successNum, failNum, clickNum, errorMsg } = data;
  const share = targetNum === 0 ? 0 : Math.floor((sentNum / targetNum) * 100);
  const aside =
    status > pushStatus.is.done
      ? pushStatus.items.find(({ code }) => code === status)?.label[language]
      : undefined;
  const at = placeOf(status, targetNum > 0);
  return (
    <Flex vertical gap={16}>
      <Steps
        size="small"
        titlePlacement="vertical"
        current={at}
        status={
          status === pushStatus.is.failed ? 'error' : status === pushStatus.is.done ? 'finish' : 'process'
        }
        items={way.map((state, place) => ({
          title:
            place === at && aside !== undefined
              ? aside
              : (pushStatus.items.find(({ code }) => code === state)?.label[language] ?? ''),
        }))}
      />
      {errorMsg !== null && <Alert type="error" showIcon title={errorMsg} />}
      {targetNum > 0 && (
        <Progress
          percent={share}
          status={
            status === pushStatus.is.failed
              ? 'exception'
              : status === pushStatus.is.done
                ? 'success'
                : 'normal'
          }
          aria-label={t('share')}
        />
      )}
      <Figures
        look="boxes"
        of={[
          [t('target'), grouped(targetNum)],
          [t('sent'), grouped(sentNum)],
          [t('arrived'), grouped(successNum)],
          [t('failed'), grouped(failNum)],
          [t('clicks'), grouped(clickNum)],
        ]}
      />
    </Flex>
  );
}
