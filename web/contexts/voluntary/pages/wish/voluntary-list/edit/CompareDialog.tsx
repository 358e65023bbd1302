import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type ListChoice, voluntaryCalls } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { listStatus } from '@yikao/model/contexts/voluntary/voluntary.codes.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Segmented, Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../../../engine/api/send.ts';
import { LoadFailed } from '../../../../../../engine/boundary/LoadFailed.tsx';
import { listRows } from '../../../../../../engine/calls/dataset-calls.ts';
import { Dialog } from '../../../../../../engine/dialogs/Dialog.tsx';
import { useKept } from '../../../../../../engine/layout/use-kept.ts';
import { ToneTag } from '../../../../../../fields/parts/CodeTag.tsx';
import { Empty } from '../../../../../../fields/parts/Empty.tsx';
import { EmptyState } from '../../../../../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../../../../../i18n/i18n.ts';
import { ChanceTag } from './ChanceTag.tsx';
import { yearsText } from './ChoiceFacts.tsx';
import styles from './CompareDialog.module.css';
import { type Compared, compareLists } from './compare-lists.ts';

const { voluntaryList } = registry;

/** The differences between the lists that the rows may be narrowed to. */
const differences = {
  mine: ({ theirs }: Compared) => theirs === undefined,
  theirs: ({ mine }: Compared) => mine === undefined,
  moved: ({ moved }: Compared) => moved,
  majors: ({ majors }: Compared) => majors,
  adjust: ({ adjust }: Compared) => adjust,
  chance: ({ chance }: Compared) => chance,
} as const;

type Shown = 'all' | keyof typeof differences;

const names = Object.keys(differences) as (keyof typeof differences)[];

interface Props {
  readonly listId: number;
  readonly listNo: string;
  readonly userId: number;
  /** The choices on the screen, saved or not. */
  readonly items: readonly ListChoice[];
  /** Majors that a choice names at most. */
  readonly majors: number;
  readonly onClose: () => void;
}

/** Two lists of one candidate side by side: what both have, where it is in each, and what only one of them has. */
export function CompareDialog({ listId, listNo, userId, items, majors, onClose }: Props) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  const [chosen, setChosen] = useState<number>();
  const id = useId();
  const query = { userId, current: 1, size: limits.optionsMax };
  const lists = useQuery({
    queryKey: ['rows', voluntaryList.name, 'of', query],
    queryFn: ({ signal }) => listRows(voluntaryList, query, signal),
  });
  const others = lists.data?.records.filter(row => Number(row.listId) !== listId) ?? [];
  const otherId = chosen ?? Number(others[0]?.listId ?? 0);
  const sheet = useKept({
    queryKey: ['row', voluntaryList.name, 'sheet', otherId],
    queryFn: ({ signal }) => send(voluntaryCalls.sheet, { query: { listId: otherId }, signal, toast: false }),
    enabled: otherId > 0,
  });
  return (
    <Dialog title={t('compare.title')} width="min(1040px, 96vw)" long onClose={onClose}>
      {lists.error ? (
        <EmptyState size="small" title={lists.error.message} />
      ) : !lists.data ? (
        <Skeleton active />
      ) : others.length === 0 ? (
        <EmptyState size="small" title={t('compare.none')} hint={t('compare.noneHint')} />
      ) : (
        <div className={styles.body}>
          <div className={styles.lists}>
            <p>
              <small>{t('compare.here')}</small>
              <b>{listNo}</b>
            </p>
            <label htmlFor={id}>
              <small>{t('compare.other')}</small>
              <Select
                id={id}
                value={otherId}
                onChange={setChosen}
                options={others.map(row => ({
                  value: Number(row.listId),
                  label: [
                    row.listNo,
                    row.batchName,
                    codeItem(listStatus, row.listStatus)?.label[language],
                    String(row.updateTime ?? '').slice(0, 16),
                  ]
                    .filter(Boolean)
                    .join(' · '),
                }))}
              />
            </label>
          </div>
          {sheet.error && !sheet.data ? (
            <LoadFailed of={sheet} />
          ) : !sheet.data || sheet.loading ? (
            <Skeleton active paragraph={{ rows: 8 }} />
          ) : (
            <Comparison rows={compareLists(items, sheet.data.items, majors)} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function Comparison({ rows }: { readonly rows: readonly Compared[] }) {
  const { t } = useTranslation('voluntary');
  const [shown, setShown] = useState<Shown>('all');
  const counts = names.map(name => [name, rows.filter(differences[name]).length] as const);
  const some = counts.filter(([, count]) => count > 0);
  const seen = shown === 'all' ? rows : rows.filter(differences[shown]);
  if (some.length === 0 && rows.length > 0) return <EmptyState size="small" title={t('compare.same')} />;
  return (
    <>
      <Segmented
        size="small"
        className={styles.filter ?? ''}
        aria-label={t('compare.difference')}
        value={shown}
        onChange={setShown}
        options={[
          { value: 'all' as Shown, label: `${t('compare.all')} ${rows.length}` },
          ...some.map(([name, count]) => ({
            value: name as Shown,
            label: `${t(`compare.only.${name}`)} ${count}`,
          })),
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing else in it is left to scroll it by keys */}
      <div className={styles.scroll} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('compare.here')}</th>
              <th scope="col">{t('compare.there')}</th>
              <th scope="col">{t('columns.school')}</th>
              <th scope="col" data-fact>
                {t('columns.group')}
              </th>
              <th scope="col" data-fact>
                {t('columns.years.mixed')}
              </th>
              <th scope="col">{t('columns.chance')}</th>
            </tr>
          </thead>
          <tbody>
            {seen.map(one => (
              <ComparedRow key={one.key} of={one} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function ComparedRow({ of }: { readonly of: Compared }) {
  const { t } = useTranslation('voluntary');
  const { mine, theirs, moved, majors, adjust, chance } = of;
  const choice = (mine ?? theirs)?.choice;
  if (!choice) return null;
  const named = ({ profNames }: ListChoice) => profNames.join('、');
  return (
    <tr>
      <td data-moved={moved}>{mine?.place ?? <Empty />}</td>
      <td data-moved={moved}>{theirs?.place ?? <Empty />}</td>
      <td>
        <p className={styles.school}>
          {choice.schoolName}
          {theirs === undefined && <ToneTag tone="act" text={t('compare.only.mine')} />}
          {mine === undefined && <ToneTag tone="plain" text={t('compare.only.theirs')} />}
          {moved && <ToneTag tone="look" text={t('compare.only.moved')} />}
          {majors && <ToneTag tone="look" text={t('compare.only.majors')} />}
          {adjust && <ToneTag tone="look" text={t('compare.only.adjust')} />}
        </p>
        <p className={styles.prof}>{named(choice)}</p>
        {majors && theirs && (
          <p className={styles.prof}>{t('compare.majorsThere', { majors: named(theirs.choice) })}</p>
        )}
        {adjust && (
          <p className={styles.prof}>
            {t(mine?.choice.adjustFlag ? 'compare.adjustHere' : 'compare.adjustThere')}
          </p>
        )}
      </td>
      <td data-fact>{choice.groupNo ?? <Empty />}</td>
      <td data-fact>{choice.spread ? yearsText(choice.spread) : <Empty />}</td>
      <td className={styles.chance}>
        <ChanceTag of={choice} />
        {chance && theirs && (
          <>
            <small>{t('compare.there')}</small> <ChanceTag of={theirs.choice} />
          </>
        )}
      </td>
    </tr>
  );
}
