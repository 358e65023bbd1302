import { probMethod } from '@yikao/model/contexts/admission/admission.codes.ts';
import { probBand } from '@yikao/model/contexts/admission/probability.codes.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import { bandOf, factorsOf, probability, type StoredFactors } from '@yikao/model/rules/probability.ts';
import { InputNumber, Segmented, Table } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { BandTag } from '../../../fields/parts/BandTag.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './TestDialog.module.css';

interface TestDialogProps {
  readonly name: string;
  readonly stored: StoredFactors;
  readonly onClose: () => void;
}

/** Distances from the line shown in the table, as fractions of it. */
const distances = {
  score: [-0.1, -0.05, -0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03, 0.05, 0.1],
  rank: [-0.6, -0.4, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.4, 0.6],
} as const;

/** Tries an algorithm: one candidate, and the results for scores or ranks around the line (domain 10). */
export function TestDialog({ name, stored, onClose }: TestDialogProps) {
  const { t } = useTranslation(['predict', 'common']);
  const language = useLanguage();
  const id = useId();
  const factors = factorsOf(stored);
  const byScore = factors.method === probMethod.is.score;
  const [own, setOwn] = useState<number | null>(byScore ? 533.75 : 200);
  const [line, setLine] = useState<number | null>(byScore ? 520 : 248);
  const [competitionDegree, setCompetition] = useState<number | null>(0);
  const [bigSmall, setBigSmall] = useState(0);
  const told = (value: number) =>
    line === null
      ? null
      : probability(factors, { own: value, line, competitionDegree: competitionDegree ?? 0, bigSmall });
  const one = own === null ? null : told(own);
  const rows = (byScore ? distances.score : distances.rank).map(part => {
    const at = (line ?? 0) * (1 + part);
    const value = byScore ? Math.round(at * 100) / 100 : Math.max(1, Math.round(at));
    return { part, value, told: told(value) };
  });
  const numbers = [
    ['own', own, setOwn],
    ['line', line, setLine],
  ] as const;
  return (
    <Dialog title={t('algorithm.testTitle', { name })} width={560} onClose={onClose}>
      <div className={styles.fields}>
        {numbers.map(([key, value, change]) => (
          <label key={key} htmlFor={`${id}-${key}`}>
            {t(`algorithm.${key}.${byScore ? 'score' : 'rank'}`)}
            <InputNumber
              id={`${id}-${key}`}
              min={0}
              max={100_000_000}
              precision={byScore ? 2 : 0}
              value={value}
              onChange={change}
            />
          </label>
        ))}
        <label htmlFor={`${id}-competition`}>
          {t('algorithm.competition')}
          <InputNumber
            id={`${id}-competition`}
            min={-1}
            max={1}
            step={0.01}
            value={competitionDegree}
            onChange={setCompetition}
          />
        </label>
        <div>
          <span>{t('algorithm.demand')}</span>
          <Segmented
            aria-label={t('algorithm.demand')}
            value={bigSmall}
            onChange={setBigSmall}
            options={[0, 1, 2].map(value => ({ value, label: t(`algorithm.demands.${value as 0 | 1 | 2}`) }))}
          />
        </div>
      </div>
      <p className={styles.result} aria-live="polite">
        {one === null ? (
          t('algorithm.nothing')
        ) : (
          <>
            <b>{percentText(one)}</b> <BandTag band={bandOf(one, factors.levels)} />
          </>
        )}
      </p>
      <Table
        size="small"
        rowKey="part"
        pagination={false}
        dataSource={rows}
        columns={[
          {
            key: 'value',
            title: t(byScore ? 'convert.score' : 'convert.rank'),
            align: 'right',
            render: (_, row) => row.value.toLocaleString('en-US'),
          },
          {
            key: 'part',
            title: t('algorithm.distance'),
            align: 'right',
            render: (_, { part }) => `${part > 0 ? '+' : ''}${Math.round(part * 100)}%`,
          },
          {
            key: 'told',
            title: t('algorithm.probability'),
            align: 'right',
            render: (_, row) => (row.told === null ? '--' : percentText(row.told)),
          },
          {
            key: 'band',
            title: probBand.items.map(({ label }) => label[language]).join(' / '),
            render: (_, row) => row.told !== null && <BandTag band={bandOf(row.told, factors.levels)} />,
          },
        ]}
      />
    </Dialog>
  );
}
