import { useQuery } from '@tanstack/react-query';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Progress } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { send } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { grouped } from '../../../engine/grouped.ts';
import { listAddress } from '../../../engine/link/page-address.ts';
import { PageLink } from '../../../engine/tab/PageLink.tsx';
import styles from './MadeCodes.module.css';

const { cardCode, cardCodeRule, cardOrder } = registry;

/** Interval of looking at a purchase and how long that goes on, in milliseconds (domain 10). */
const looks = { everyMs: 2_000, forMs: 5 * 60_000 } as const;

interface MadeCodesProps {
  readonly orderNo: string;
  readonly quantity: number;
  /** Called when the person goes to the codes. */
  readonly onLeave: () => void;
}

/** The progress of the codes of a paid purchase, with the way to them. */
export function MadeCodes({ orderNo, quantity, onLeave }: MadeCodesProps) {
  const { t } = useTranslation('codes');
  const { data } = useQuery({
    queryKey: ['purchase', orderNo],
    queryFn: ({ signal }) => send(codesCalls.payStatus, { body: { orderNo }, signal, toast: false }),
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      const ended = (state.data?.generatedNum ?? 0) >= quantity;
      const looked = (state.dataUpdateCount + state.errorUpdateCount) * looks.everyMs;
      return ended || looked > looks.forMs ? false : looks.everyMs;
    },
  });
  const made = data?.generatedNum ?? 0;
  const ruleId = data?.ruleId;
  const over = made >= quantity;
  useEffect(() => {
    if (!over) return;
    void refreshRows(cardCode, cardCodeRule, cardOrder);
  }, [over]);
  const told = t('made.of', { done: grouped(made), total: grouped(quantity) });
  return (
    <div className={styles.made}>
      <Progress
        percent={Math.floor((made / quantity) * 100)}
        status={over ? 'success' : 'active'}
        aria-label={told}
      />
      <span role="status">{over ? t('buy.made', { count: grouped(made) }) : t('buy.makes')}</span>
      {over && ruleId && may(cardCode, 'list') && (
        <PageLink to={listAddress(cardCode, { ruleId })} onFollow={onLeave}>
          {t('buy.look')}
        </PageLink>
      )}
    </div>
  );
}
