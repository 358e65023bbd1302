import { type Point, statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../engine/api/send.ts';
import { ChartPanel } from '../../../../engine/chart/ChartPanel.tsx';
import { PieChart } from '../../../../engine/chart/PieChart.tsx';
import { type Kept, useKept } from '../../../../engine/layout/use-kept.ts';
import { ChannelPanel } from '../../parts/ChannelPanel.tsx';
import type { ClickType } from '../../parts/click.ts';
import { DayPanel } from '../../parts/DayPanel.tsx';
import { DaysPicker } from '../../parts/DaysPicker.tsx';
import { type Days, lastDays } from '../../parts/days.ts';
import { FigureCard } from '../../parts/FigureCard.tsx';
import { NoFigures } from '../../parts/NoFigures.tsx';
import styles from './boards.module.css';

const money = (yuan: number) =>
  yuan.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const states = ['pay', 'close', 'refund'] as const;
const types = ['probCount', 'guideCount', 'voluntaryListCount'] as const;

/** The admin dashboard (spec section 2). Each block shows its data, and stays empty if its call failed. */
export function AdminBoard({ year }: { readonly year: number }) {
  const { t } = useTranslation('stat');
  const [days, setDays] = useState(lastDays);
  return (
    <div className={styles.board}>
      <header className={styles.header}>
        <h1>{t('admin.title', { year })}</h1>
        <DaysPicker value={days} onChange={setDays} />
      </header>
      <div className={styles.columns}>
        <div className={styles.side}>
          <Visits />
          <Completes />
          <Orders />
          <Amount />
          <Codes />
        </div>
        <div className={styles.main}>
          <Today />
          <Lines days={days} />
        </div>
      </div>
    </div>
  );
}

/** Content of an empty block: nothing while loading, a retry button after a failure. */
function retryOf<T>({ data, error, retry }: Kept<T>): (() => void) | undefined {
  return error && data === undefined ? retry : undefined;
}

function Visits() {
  const { t } = useTranslation('stat');
  const found = useKept({
    queryKey: [statisticsCalls.visit.path],
    queryFn: ({ signal }) => send(statisticsCalls.visit, { signal, toast: false }),
  });
  const parts = (found.data?.list ?? []).map(one => ({ name: one.labelName, value: one.userActiveCount }));
  return <Pie title={t('admin.visits')} caption={t('admin.visitsHint')} found={found} parts={parts} />;
}

function Completes() {
  const { t } = useTranslation('stat');
  const found = useKept({
    queryKey: [statisticsCalls.complete.path],
    queryFn: ({ signal }) => send(statisticsCalls.complete, { signal, toast: false }),
  });
  const parts = (found.data?.list ?? []).map(one => ({ name: one.labelName, value: one.completeCount }));
  return <Pie title={t('admin.completes')} caption={t('admin.completes')} found={found} parts={parts} />;
}

interface PieProps {
  readonly title: string;
  readonly caption: string;
  readonly found: Kept<unknown>;
  readonly parts: readonly { readonly name: string; readonly value: number }[];
}

function Pie({ title, caption, found, parts }: PieProps) {
  const { t } = useTranslation('stat');
  return (
    <ChartPanel
      title={title}
      columns={[t('chart.name'), t('chart.count')]}
      rows={parts.map(({ name, value }) => [name, value])}
      tall
      waiting={found.data === undefined}
      retry={retryOf(found)}
    >
      <PieChart label={title} caption={caption} parts={parts} empty={<NoFigures />} />
    </ChartPanel>
  );
}

function Orders() {
  const { t } = useTranslation('stat');
  const { data } = useKept({
    queryKey: [statisticsCalls.order.path],
    queryFn: ({ signal }) => send(statisticsCalls.order, { signal, toast: false }),
  });
  return (
    <section className={styles.card} aria-label={t('admin.orders')}>
      <h2>{t('admin.orders')}</h2>
      {data && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('admin.state')}</th>
              {types.map(type => (
                <th key={type} scope="col">
                  {t(`admin.orderTypes.${type}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {states.map(state => (
              <tr key={state}>
                <th scope="row">{t(`admin.orderStates.${state}`)}</th>
                {types.map(type => (
                  <td key={type}>{data[state][type].toLocaleString('en-US')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Amount() {
  const { t } = useTranslation('stat');
  const { data } = useKept({
    queryKey: [statisticsCalls.amount.path],
    queryFn: ({ signal }) => send(statisticsCalls.amount, { signal, toast: false }),
  });
  return (
    <FigureCard
      name={t('admin.amount')}
      value={data && money(data.totalAmountCount)}
      beside={t('admin.amountHint')}
    />
  );
}

function Codes() {
  const { t } = useTranslation('stat');
  const { data } = useKept({
    queryKey: [statisticsCalls.code.path],
    queryFn: ({ signal }) => send(statisticsCalls.code, { signal, toast: false }),
  });
  return (
    <section className={styles.card} aria-label={t('admin.codes')}>
      <h2>{t('admin.codes')}</h2>
      {data?.length === 0 && <NoFigures />}
      {data && data.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('admin.card')}</th>
              <th scope="col">{t('admin.activated')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ cardName, allAddCount }) => (
              <tr key={cardName}>
                <th scope="row">{cardName}</th>
                <td>{allAddCount.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Four figures of today, each compared with yesterday. */
function Today() {
  const { t } = useTranslation('stat');
  const users = useKept({
    queryKey: [statisticsCalls.userToday.path],
    queryFn: ({ signal }) => send(statisticsCalls.userToday, { signal, toast: false }),
  }).data;
  const sales = useKept({
    queryKey: [statisticsCalls.saleToday.path],
    queryFn: ({ signal }) => send(statisticsCalls.saleToday, { signal, toast: false }),
  }).data;
  return (
    <section className={styles.block} aria-label={t('admin.today')}>
      <h2>{t('admin.today')}</h2>
      <div className={styles.four}>
        <FigureCard
          below
          name={t('admin.visitToday')}
          value={users?.visit.todayVisitCount}
          change={users?.visit.thanYesterdayVisitPercent}
          unit="%"
        />
        <FigureCard
          below
          name={t('admin.completeToday')}
          value={users?.complete.todayAddCount}
          change={users?.complete.thanYesterdayAddPercent}
          unit="%"
        />
        <FigureCard
          below
          name={t('admin.saleToday')}
          value={sales?.sale.todayCount}
          beside={sales && t('admin.saleAmount', { amount: money(sales.sale.todayAmountCount) })}
          change={sales?.sale.thanYesterdayAddPercent}
          unit="%"
        />
        <FigureCard
          below
          name={t('admin.codeToday')}
          value={sales?.code.todayCount}
          change={sales?.code.thanYesterdayAddPercent}
          unit="%"
        />
      </div>
    </section>
  );
}

const lines = [
  { name: 'lineAdd', clickType: 1 },
  { name: 'lineActive', clickType: 2 },
  { name: 'lineOrder', clickType: 3 },
  { name: 'lineCode', clickType: 4 },
] as const;

/** Four charts, each with its ten largest channels. */
function Lines({ days }: { readonly days: Days }) {
  return lines.map(line => <Line key={line.name} {...line} days={days} />);
}

interface LineProps {
  readonly name: (typeof lines)[number]['name'];
  readonly clickType: ClickType;
  readonly days: Days;
}

function Line({ name, clickType, days }: LineProps) {
  const { t } = useTranslation('stat');
  const { path } = statisticsCalls[name];
  const found = useKept<readonly Point[]>({
    queryKey: [path, days],
    queryFn: ({ signal }) => send(statisticsCalls[name], { query: { ...days }, signal, toast: false }),
  });
  return (
    <div className={styles.row}>
      <DayPanel title={t(`admin.${name}`)} points={found.data} retry={retryOf(found)} />
      <ChannelPanel clickType={clickType} days={days} />
    </div>
  );
}
