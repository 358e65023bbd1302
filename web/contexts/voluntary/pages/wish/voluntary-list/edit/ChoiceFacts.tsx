import type { ListChoice, ListProgramme } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../../../../fields/parts/Empty.tsx';
import { ChanceTag } from './ChanceTag.tsx';
import styles from './facts.module.css';

/** The facts of a choice that are compared down the list; the programmes have the first three beside their names. */
const columns = ['group', 'plan', 'line', 'years', 'chance'] as const;

/** A fact of a choice that is a column. */
export type FactColumn = (typeof columns)[number];

/** Columns of the programmes, which have less room: the line is below those of the years. */
export const programmeColumns: readonly FactColumn[] = ['plan', 'years', 'chance'];

/** The kind of the lines of these programmes, ranks, scores or both, which decides the headings. */
function linesAre(of: readonly Pick<ListProgramme, 'byRank'>[]): 'rank' | 'score' | 'mixed' {
  if (of.every(({ byRank }) => byRank)) return 'rank';
  return of.some(({ byRank }) => byRank) ? 'mixed' : 'score';
}

/** The name of a column, which depends on what its lines are. */
function useHeading(of: readonly Pick<ListProgramme, 'byRank'>[]): (column: FactColumn) => string {
  const { t } = useTranslation('voluntary');
  const kind = linesAre(of);
  return column =>
    column === 'line' || column === 'years' ? t(`columns.${column}.${kind}`) : t(`columns.${column}`);
}

interface HeadsProps {
  readonly of: readonly Pick<ListProgramme, 'byRank'>[];
  readonly only?: readonly FactColumn[];
}

/** The headings above the facts; each fact names itself to screen readers, and on a narrow screen to everybody. */
export function FactHeads({ of, only = columns }: HeadsProps) {
  const { t } = useTranslation('voluntary');
  const heading = useHeading(of);
  return (
    <div
      className={`${styles.heads} ${only === columns ? styles.choiceHeads : styles.programmeHeads}`}
      aria-hidden
    >
      {only === columns && <span />}
      <span>{t('columns.school')}</span>
      {only.map(column => (
        <span key={column} data-fact={column}>
          {heading(column)}
        </span>
      ))}
      <span />
    </div>
  );
}

interface FactsProps {
  readonly of: ListProgramme & Partial<Pick<ListChoice, 'now'>>;
  /** The list that the headings are of. */
  readonly among: readonly Pick<ListProgramme, 'byRank'>[];
  readonly only?: readonly FactColumn[];
}

/** The facts of a choice, each in its column. */
export function ChoiceFacts({ of: one, among, only = columns }: FactsProps) {
  const heading = useHeading(among);
  return (
    <dl className={styles.facts}>
      {only.map(column => (
        <div key={column} data-fact={column}>
          <dt>{heading(column)}</dt>
          <dd>
            <Fact of={one} column={column} withLine={!only.includes('line')} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FactProps {
  readonly of: FactsProps['of'];
  readonly column: FactColumn;
  readonly withLine: boolean;
}

function Fact({ of: one, column, withLine }: FactProps): ReactNode {
  const { t } = useTranslation('voluntary');
  const { t: predict } = useTranslation('predict');
  const { spread, line, lineSource } = one;
  const source = lineSource === null ? '' : t(`source.${lineSource}`);
  switch (column) {
    case 'group':
      return one.groupNo ?? <Empty />;
    case 'plan':
      return one.planNum ?? <Empty />;
    case 'line':
      return line === null ? (
        <Empty />
      ) : (
        <>
          {line}
          <small>{source}</small>
        </>
      );
    case 'years':
      return (
        <>
          {spread ? yearsText(spread) : <Empty />}
          {spread && spread.years < 3 && <small>{t('columns.yearsOf', { count: spread.years })}</small>}
          {withLine && line !== null && <small>{`${source} ${line}`}</small>}
        </>
      );
    case 'chance':
      return (
        <>
          <ChanceTag of={one} />
          {one.now && (
            <small className={styles.now}>
              {t('now')} <ChanceTag of={one.now} />
            </small>
          )}
          {spread && spread.low !== null && spread.high !== null && spread.years > 1 && (
            <small title={t('spreadChance', { range: predict('chance.range', rangeOf(spread)) })}>
              {`${rangeOf(spread).low}–${rangeOf(spread).high}`}
            </small>
          )}
        </>
      );
  }
}

const rangeOf = ({ low, high }: { readonly low: number | null; readonly high: number | null }) => ({
  low: percentText(low ?? 0),
  high: percentText(high ?? 0),
});

/** The lines of the years: `2157–2417`. */
export function yearsText({ min, max }: { readonly min: number; readonly max: number }): string {
  return min === max ? String(min) : `${min}–${max}`;
}
