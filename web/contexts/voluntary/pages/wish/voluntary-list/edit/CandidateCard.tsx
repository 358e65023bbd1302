import { archiveRule } from '@yikao/model/contexts/admission/admission.codes.ts';
import { subjectNames } from '@yikao/model/contexts/admission/rules/subject-require.ts';
import { aos } from '@yikao/model/contexts/shared/shared.codes.ts';
import type { ListRulesTold } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../../../../../fields/field-view.ts';
import { ToneTag } from '../../../../../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../../../../../i18n/i18n.ts';
import styles from './Page.module.css';

interface Props {
  readonly row: FieldRecord;
  readonly rules: ListRulesTold;
}

/** The candidate and batch of a list, and the scores and ranks behind all probabilities. */
export function CandidateCard({ row, rules }: Props) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  const said = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  const rankOf = (rank: unknown, past = false) =>
    rank === null || rank === undefined
      ? ''
      : past
        ? t('rankPast', { rank: Number(rank) - 1 })
        : t('rank', { rank: String(rank) });
  const codeName = (found: ReturnType<typeof codeItem>) => found?.label[language] ?? '';
  const scores = [
    ['culture', said(row.cultureScore), rankOf(row.cultureRank)],
    ['prof', said(row.profScore), rankOf(row.profRank)],
    ['composite', said(rules.compositeScore), rankOf(rules.compositeRank, rules.rankPast)],
  ] as const;
  return (
    <section className={styles.card} aria-label={t('candidate')}>
      <div className={styles.who}>
        <b>{said(row.userName)}</b>
        <span>
          {[
            said(row.dataYear),
            said(row.provinceName),
            said(row.jointCategoryName),
            codeName(codeItem(aos, row.aos)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span>
          {[said(row.batchName), codeName(codeItem(archiveRule, rules.archiveRule))]
            .filter(Boolean)
            .join(' · ')}
          {` · ${
            rules.subjects?.length
              ? t('subjects', {
                  subjects: subjectNames(rules.subjects, language, language === 'zh' ? '、' : ', '),
                })
              : t('subjectsUnknown')
          }`}
          {rules.fillEndTime && ` · ${t('until', { time: rules.fillEndTime.slice(0, 16) })}`}
        </span>
      </div>
      <dl className={styles.scores}>
        {scores.map(([name, score, rank]) => (
          <div key={name}>
            <dt>
              {t(`score.${name}`)}
              {name === 'composite' && rules.provisional && <ToneTag tone="look" text={t('provisional')} />}
              {name === 'composite' && rules.tableBroken && (
                <ToneTag tone="lost" text={t('reason.brokenTable')} />
              )}
              {name === 'composite' && rules.rankUnscaled && <ToneTag tone="look" text={t('unscaled')} />}
            </dt>
            <dd>
              <b>{score === '' ? '—' : score}</b>
              {rank !== '' && <small>{rank}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
