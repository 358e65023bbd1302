import { useQuery } from '@tanstack/react-query';
import { archiveRule } from '@yikao/model/contexts/admission/admission.codes.ts';
import { probBand } from '@yikao/model/contexts/admission/probability.codes.ts';
import { subjectNames } from '@yikao/model/contexts/admission/rules/subject-require.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { aos } from '@yikao/model/contexts/shared/shared.codes.ts';
import {
  type ListChoice,
  type ListSheet,
  voluntaryCalls,
} from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { listStatus } from '@yikao/model/contexts/voluntary/voluntary.codes.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../engine/api/send.ts';
import { usePageQuery } from '../../../../engine/link/page-address.ts';
import styles from '../../../../engine/paper/Paper.module.css';
import { Paper } from '../../../../engine/paper/Paper.tsx';
import { useRow } from '../../../../engine/row/use-row.ts';
import type { FieldRecord } from '../../../../fields/field-view.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { spreadChanceText, spreadText } from '../../../admission/spread-text.ts';
import { useProfileText } from '../../profile-text.ts';

const { voluntaryList } = registry;

/** A voluntary list on A4: `/printVoluntary?listId=4`, for people who may read the list (domain 10). */
export default function VoluntaryPrintPage() {
  const { t } = useTranslation('voluntary');
  const query = usePageQuery('/printVoluntary');
  const listId = Number(query.get('listId'));
  const valid = Number.isSafeInteger(listId) && listId > 0;
  const sheet = useQuery({
    queryKey: ['row', voluntaryList.name, 'sheet', listId],
    queryFn: ({ signal }) => send(voluntaryCalls.sheet, { query: { listId }, signal, toast: false }),
    enabled: valid,
    retry: false,
  });
  const { row, error } = useRow(voluntaryList, valid ? listId : undefined);
  const failed = sheet.isError || error || !valid;
  return (
    <Paper
      print={t('print')}
      failed={failed ? { title: t('sheet.failed'), text: t('sheet.failedText') } : undefined}
    >
      {row && sheet.data && <Sheet row={row} of={sheet.data} />}
    </Paper>
  );
}

function Sheet({ row, of }: { readonly row: FieldRecord; readonly of: ListSheet }) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  const said = (value: unknown) => (value === null || value === undefined ? '' : String(value));
  const named = (found: ReturnType<typeof codeItem>) => found?.label[language] ?? '';
  const joined = (...parts: readonly string[]) => parts.filter(part => part !== '').join(' · ');
  const scoreOf = (name: string, score: unknown, rank: unknown, past = false) => {
    const rankText = past ? t('rankPast', { rank: Number(rank) - 1 }) : t('rank', { rank: said(rank) });
    return said(score) === '' ? '' : `${name} ${said(score)}${said(rank) && ` (${rankText})`}`;
  };
  const facts: readonly (readonly [string, string])[] = [
    [t('sheet.number'), said(row.listNo)],
    [t('sheet.candidate'), said(row.userName)],
    [
      t('sheet.place'),
      joined(
        said(row.dataYear),
        said(row.provinceName),
        said(row.jointCategoryName),
        named(codeItem(aos, row.aos)),
      ),
    ],
    [t('sheet.batch'), joined(said(row.batchName), named(codeItem(archiveRule, of.rules.archiveRule)))],
    [
      t('sheet.scores'),
      joined(
        scoreOf(t('score.culture'), row.cultureScore, row.cultureRank),
        scoreOf(t('score.prof'), row.profScore, row.profRank),
        scoreOf(t('score.composite'), of.rules.compositeScore, of.rules.compositeRank, of.rules.rankPast) +
          (of.rules.tableBroken ? ` (${t('reason.brokenTable')})` : '') +
          (of.rules.rankUnscaled ? ' †' : ''),
      ),
    ],
    [t('sheet.subjects'), subjectNames(of.rules.subjects ?? [], language, language === 'zh' ? '、' : ', ')],
    [t('sheet.planner'), said(row.teacherName)],
    ...(row.auditTime
      ? [[t('sheet.reviewed'), joined(said(row.auditByName), said(row.auditTime))] as const]
      : []),
    ...(row.auditRemark || row.remark
      ? [[t('sheet.remark'), joined(said(row.auditRemark), said(row.remark))] as const]
      : []),
  ];
  const profile = useProfileText(of.profile);
  const count = (band: string) => of.items.filter(({ level }) => level === band).length;
  return (
    <>
      <header className={styles.head}>
        <h1>{t('sheet.title')}</h1>
        {of.listStatus === listStatus.is.reviewed ? null : (
          <p className={styles.draft}>
            {of.listStatus === listStatus.is.draft
              ? t('sheet.draft')
              : named(codeItem(listStatus, of.listStatus))}
          </p>
        )}
      </header>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
      <table className={styles.lines}>
        <thead>
          <tr>
            {(['seq', 'code', 'school', 'group', 'profs', 'plan', 'line', 'band'] as const).map(name => (
              <th key={name} scope="col" data-number={name === 'plan' || name === 'seq' || undefined}>
                {t(`sheet.${name}`)}
              </th>
            ))}
            {of.rules.adjustable && <th scope="col">{t('sheet.adjust')}</th>}
          </tr>
        </thead>
        <tbody>
          {of.items.map((one, at) => (
            <Line key={one.admissionId} of={one} place={at + 1} adjustable={of.rules.adjustable} />
          ))}
        </tbody>
      </table>
      <section className={styles.ending}>
        <p>
          <b>
            {t('sheet.counts', {
              count: of.items.length,
              reach: count('冲'),
              match: count('稳'),
              safe: count('保'),
            })}
          </b>
        </p>
        {of.items.some(({ provisional }) => provisional) && (
          <p className={styles.note}>{t('sheet.provisional')}</p>
        )}
        {(of.rules.rankUnscaled || of.items.some(({ unscaled }) => unscaled)) && (
          <p className={styles.note}>{t('sheet.unscaled')}</p>
        )}
        {of.items.some(({ unchecked }) => unchecked.length > 0) && (
          <p className={styles.note}>{t('sheet.unchecked')}</p>
        )}
        {of.items.some(({ now }) => now) && (
          <p className={styles.note}>
            {t('sheet.changed', { count: of.items.filter(({ now }) => now).length })}
          </p>
        )}
        {of.profile.length > 0 && <p className={styles.note}>{`${t('profile.title')} ${profile}`}</p>}
        {of.items.some(({ spread }) => spread) && <p className={styles.note}>{t('sheet.spread')}</p>}
        <p className={styles.note}>{t('sheet.notice')}</p>
        <div className={styles.signs}>
          {(['candidate', 'parent', 'planner'] as const).map(name => (
            <div key={name}>
              <span>{t(`sheet.signs.${name}`)}</span>
              <i />
              <span>{t('sheet.signs.date')}</span>
              <i />
            </div>
          ))}
        </div>
      </section>
    </>
  );
}

function Line({
  of,
  place,
  adjustable,
}: {
  readonly of: ListChoice;
  readonly place: number;
  readonly adjustable: boolean;
}) {
  const { t } = useTranslation('voluntary');
  const { t: predict } = useTranslation('predict');
  const language = useLanguage();
  const band =
    of.reason === 'subjects'
      ? t('reason.subjects')
      : (codeItem(probBand, of.level)?.label[language] ?? t(`reason.${of.reason ?? 'noLine'}`));
  const lines = spreadText(of.spread, of.byRank, predict);
  const range = spreadChanceText(of.spread, predict);
  return (
    <tr>
      <td data-number>{place}</td>
      <td>{of.schoolNo}</td>
      <td>{of.schoolName}</td>
      <td>{of.groupNo}</td>
      <td>
        {of.profNames.join('、')}
        {of.profNo && `（${of.profNo}）`}
        {of.subjectRequire && (
          <small className={styles.below}>{t('subjects', { subjects: of.subjectRequire })}</small>
        )}
      </td>
      <td data-number>{of.planNum}</td>
      <td>
        {of.line !== null &&
          of.lineSource !== null &&
          t(of.byRank ? 'lineRank' : 'lineScore', { source: t(`source.${of.lineSource}`), line: of.line })}
        {lines !== '' && <small className={styles.below}>{t('spread', { lines })}</small>}
      </td>
      <td>
        {band}
        {of.probability !== null && ` ${of.reason === 'pastTable' ? '≤ ' : ''}${percentText(of.probability)}`}
        {of.provisional && ' *'}
        {of.unscaled && ' †'}
        {of.unchecked.length > 0 && ' ‡'}
        {of.reason === 'pastTable' && <small className={styles.below}>{t('reason.pastTable')}</small>}
        {of.fellBack && <small className={styles.below}>{t(`fellBack.${of.fellBack}`)}</small>}
        {range !== '' && <small className={styles.below}>{range}</small>}
      </td>
      {adjustable && <td>{t(of.adjustFlag ? 'sheet.yes' : 'sheet.no')}</td>}
    </tr>
  );
}
