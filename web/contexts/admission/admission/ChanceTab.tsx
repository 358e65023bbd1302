import { probMethod } from '@yikao/model/contexts/admission/admission.codes.ts';
import { type Chance, predictionCalls } from '@yikao/model/contexts/admission/prediction.calls.ts';
import { subject } from '@yikao/model/contexts/shared/shared.codes.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import { gateTexts, uncheckedTexts } from '@yikao/model/rules/probability.ts';
import { Alert, Button, InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { BandTag } from '../../../fields/parts/BandTag.tsx';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { spreadChanceText, spreadText } from '../spread-text.ts';
import styles from './chance.module.css';

const asked = [
  'cultureScore',
  'profScore',
  'rank',
  'schoolScore',
  'schoolFull',
  'schoolPass',
  'englishScore',
  'chineseScore',
] as const;

/** A candidate's probability for the programme of a row, and its derivation (domain 4.8, 10). */
export function ChanceTab({ dataId }: { readonly dataId: number }) {
  const { t } = useTranslation('predict');
  const language = useLanguage();
  const id = useId();
  const [given, setGiven] = useState<Partial<Record<(typeof asked)[number], number | null>>>({});
  const [subjects, setSubjects] = useState<number[]>([]);
  const [chance, setChance] = useState<Chance>();
  const { busy, problem, attempt } = useAttempt();
  const ask = async () => {
    await attempt(async () => {
      setChance(
        await send(predictionCalls.probability, {
          body: { dataId, ...given, ...(subjects.length > 0 && { subjects }) },
          toast: false,
        }),
      );
    });
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void ask();
      }}
    >
      <div className={styles.fields}>
        {asked.map(name => (
          <label key={name} htmlFor={`${id}-${name}`}>
            {t(`chance.${name}`)}
            <InputNumber
              id={`${id}-${name}`}
              min={name === 'rank' ? 1 : 0}
              max={name === 'rank' ? 100_000_000 : 9_999}
              precision={name === 'rank' ? 0 : 2}
              value={given[name] ?? null}
              onChange={value => {
                setGiven(old => ({ ...old, [name]: value }));
                setChance(undefined);
              }}
            />
          </label>
        ))}
        <label htmlFor={`${id}-subjects`}>
          {t('chance.subjects')}
          <Select
            id={`${id}-subjects`}
            mode="multiple"
            allowClear
            maxCount={3}
            value={subjects}
            options={subject.items.map(({ code, label }) => ({ value: code, label: label[language] }))}
            onChange={(chosen: number[]) => {
              setSubjects(chosen);
              setChance(undefined);
            }}
          />
        </label>
      </div>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('chance.ask')}
      </Button>
      {problem !== undefined && (
        <Alert className={styles.alert ?? ''} type="error" showIcon title={problem} />
      )}
      {chance && <Told of={chance} />}
    </form>
  );
}

/** A probability: its band, its percentage if the method was tested, and the source of each figure. */
function Told({ of }: { readonly of: Chance }) {
  const { t } = useTranslation('predict');
  const language = useLanguage();
  const method = probMethod.items.find(({ code }) => code === of.method)?.label[language];
  const byRank = of.method !== probMethod.is.score;
  /** The probability is one, or an upper bound of one. */
  const bounded = of.reason === null || of.reason === 'pastTable';
  const rankText = (rank: number | null) =>
    rank !== null && of.rankPast
      ? t('chance.past', { rank: (rank - 1).toLocaleString('en-US') })
      : (rank?.toLocaleString('en-US') ?? '');
  const figure = (label: string, value: number | null) =>
    value !== null && ([label, value.toLocaleString('en-US')] as const);
  const text = (label: string, value: string | undefined) => value !== '' && ([label, value] as const);
  const lines = [
    byRank ? text(t('algorithm.own.rank'), rankText(of.own)) : figure(t('algorithm.own.score'), of.own),
    figure(of.lineSource ? t(`chance.lines.${of.lineSource}`) : t('chance.line'), of.line),
    figure(t('chance.composite'), of.compositeScore),
    text(
      of.rankYear ? t('chance.rankOf', { year: of.rankYear }) : t('chance.rank'),
      byRank && !of.rankYear ? '' : rankText(of.rank),
    ),
    text(t('chance.spread'), spreadText(of.spread, byRank, t)),
    text(t('chance.spreadChance'), spreadChanceText(of.spread, t)),
    text(t('chance.method'), method),
  ];
  return (
    <div className={styles.told} aria-live="polite">
      <p className={styles.result}>
        {of.level && <BandTag band={of.level} />}
        {of.probability !== null && bounded && of.tested && (
          <b>
            {of.reason === 'pastTable' && '≤ '}
            {percentText(of.probability)}
          </b>
        )}
        {of.reason !== null && of.missed.length === 0 && <span>{t(`chance.reasons.${of.reason}`)}</span>}
        {of.missed.map(gate => (
          <span key={gate}>{gateTexts[gate][language]}</span>
        ))}
      </p>
      <Figures of={lines} />
      {of.fellBack && <Alert type="warning" showIcon title={t(`chance.fellBack.${of.fellBack}`)} />}
      {bounded && !of.tested && <p className={styles.hint}>{t('chance.untested')}</p>}
      {(of.unscaled || of.rankUnscaled) && <Alert type="warning" showIcon title={t('chance.unscaled')} />}
      {of.unchecked.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={of.unchecked
            .map(gate => uncheckedTexts[gate][language])
            .join(language === 'zh' ? '；' : '; ')}
        />
      )}
      {of.lineOutdated && <Alert type="warning" showIcon title={t('chance.lineOutdated')} />}
      {of.provisional && <Alert type="warning" showIcon title={t('chance.provisional')} />}
    </div>
  );
}
