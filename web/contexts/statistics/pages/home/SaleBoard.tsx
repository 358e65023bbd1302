import { type SaleStat, statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../engine/api/send.ts';
import { useKept } from '../../../../engine/layout/use-kept.ts';
import { DayPanel } from '../../parts/DayPanel.tsx';
import { DaysPicker } from '../../parts/DaysPicker.tsx';
import { lastDays } from '../../parts/days.ts';
import { FigureCard } from '../../parts/FigureCard.tsx';
import { NoFigures } from '../../parts/NoFigures.tsx';
import styles from './boards.module.css';

const money = (yuan: number | undefined) =>
  yuan?.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The sales dashboard (spec section 2): results of the reader's own candidates and orders; empty until loaded. */
export function SaleBoard() {
  const { t } = useTranslation('stat');
  const [days, setDays] = useState(lastDays);
  const found = useKept({
    queryKey: [statisticsCalls.sale.path, days],
    queryFn: ({ signal }) => send(statisticsCalls.sale, { body: { ...days }, signal, toast: false }),
  });
  const { data } = found;
  const retry = found.error && !data ? found.retry : undefined;
  const noIncome = data?.income === null;
  const partners = data?.incomeOf === 'partners' && !noIncome;
  return (
    <div className={styles.board}>
      <header className={styles.header}>
        <h1>{t('sale.title')}</h1>
        <DaysPicker value={days} onChange={setDays} />
      </header>
      <div className={found.loading ? `${styles.main} ${styles.later}` : styles.main}>
        <section className={styles.block} aria-label={t('sale.total')}>
          <h2>{t('sale.total')}</h2>
          <div className={styles.three}>
            <FigureCard name={t('sale.users')} value={data?.user.totalCount} />
            <FigureCard name={t('sale.sales')} value={data?.sale.totalCount} />
            <FigureCard
              name={t(partners ? 'sale.partnersWithdraw' : 'sale.canWithdraw')}
              value={noIncome ? '--' : money(data?.income?.canWithdrawAmount)}
            />
          </div>
        </section>
        <section className={styles.block} aria-label={t(partners ? 'sale.partnersRevenue' : 'sale.revenue')}>
          <h2>{t(partners ? 'sale.partnersRevenue' : 'sale.revenue')}</h2>
          <div className={styles.three}>
            {(
              [
                ['yesterday', 'yesterdayAmount'],
                ['month', 'thisMonthAmount'],
                ['all', 'grandTotalAmount'],
              ] as const
            ).map(([name, amount]) => (
              <FigureCard
                key={name}
                name={t(`sale.${name}`)}
                value={noIncome ? '--' : money(data?.income?.[amount])}
              />
            ))}
          </div>
          {partners && <p className={styles.hint}>{t('sale.partnersIncome')}</p>}
          {noIncome && <p className={styles.hint}>{t('sale.noIncome')}</p>}
        </section>
        <Provinces provinces={data?.provinces} />
        <section className={styles.block} aria-label={t('sale.overview')}>
          <h2>{t('sale.overview')}</h2>
          <div className={styles.four}>
            <FigureCard
              below
              name={t('sale.visitToday')}
              value={data?.user.todayVisitCount}
              change={data?.user.compareYesterdayVisitCount}
            />
            <FigureCard
              below
              name={t('sale.addToday')}
              value={data?.user.todayAddCount}
              change={data?.user.compareYesterdayAddCount}
            />
            <FigureCard
              below
              name={t('sale.saleToday')}
              value={data?.sale.todayCount}
              change={data?.sale.thanYesterdayAddCount}
            />
            <FigureCard
              below
              name={t('sale.codeToday')}
              value={data?.code.todayCount}
              change={data?.code.thanYesterdayAddCount}
            />
          </div>
        </section>
        <div className={styles.two}>
          <DayPanel title={t('sale.lineOrder')} points={data?.orderLine} retry={retry} />
          <DayPanel title={t('sale.lineCode')} points={data?.codeLine} retry={retry} />
        </div>
      </div>
    </div>
  );
}

/** Candidates and paid orders by province, the most first. */
function Provinces({ provinces }: { readonly provinces: SaleStat['provinces'] | undefined }) {
  const { t } = useTranslation('stat');
  const most = Math.max(1, ...(provinces ?? []).map(({ userCount }) => userCount));
  return (
    <section className={styles.card} aria-label={t('sale.provinces')}>
      <h2>{t('sale.provinces')}</h2>
      {provinces?.length === 0 && <NoFigures />}
      {provinces && provinces.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keys
        <ol className={styles.provinces} tabIndex={0} aria-label={t('sale.provinces')}>
          {provinces.map(({ provinceId, countName, userCount, saleCount }) => (
            <li key={provinceId ?? 0}>
              <span>{countName}</span>
              <div aria-hidden>
                <u style={{ width: `${(Math.max(0, userCount) / most) * 100}%` }} />
              </div>
              <b>
                {t('sale.provinceLine', {
                  users: userCount.toLocaleString('en-US'),
                  sales: saleCount.toLocaleString('en-US'),
                })}
              </b>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
