import { CheckOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { probBand } from '@yikao/model/contexts/admission/probability.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { schoolLevel } from '@yikao/model/contexts/shared/shared.codes.ts';
import { type ListProgramme, voluntaryCalls } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Checkbox, Flex, Input, Pagination, Segmented, Select, Skeleton, Spin } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../../../engine/api/send.ts';
import { LoadFailed } from '../../../../../../engine/boundary/LoadFailed.tsx';
import { useKept } from '../../../../../../engine/layout/use-kept.ts';
import { NoMatch } from '../../../../../../engine/list/NoMatch.tsx';
import { RowPicker } from '../../../../../../fields/pick/RowPicker.tsx';
import { useLanguage } from '../../../../../../i18n/i18n.ts';
import { ChoiceFacts, FactHeads, programmeColumns } from './ChoiceFacts.tsx';
import type { Standing } from './choices.ts';
import facts from './facts.module.css';
import { MarkTags } from './MarkTags.tsx';
import styles from './Page.module.css';

const { school, province, voluntaryList } = registry;
const bandNames = ['冲', '稳', '保', '难'] as const;
const nothing: ReadonlyMap<number, string> = new Map();
const pageSize = 50;

interface Filters {
  readonly words: string;
  readonly level: (typeof bandNames)[number] | 'all';
  readonly schoolId: number | undefined;
  readonly schoolProvinceId: number | undefined;
  readonly ofLevel: number | undefined;
}

const noFilters: Filters = {
  words: '',
  level: 'all',
  schoolId: undefined,
  schoolProvinceId: undefined,
  ofLevel: undefined,
};

interface Props {
  readonly listId: number;
  /** Changes with each version, so that probabilities are recalculated after a change of scores. */
  readonly version: number;
  readonly editable: boolean;
  readonly standing: (one: ListProgramme) => Standing;
  readonly onAdd: (one: ListProgramme) => void;
}

/** The choice: the programmes of the batch with the candidate's chances, filtered by the server a page at a time. */
export function ProgrammePane({ listId, version, editable, standing, onAdd }: Props) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  const [filters, setFilters] = useState(noFilters);
  const { words, level, schoolId, schoolProvinceId, ofLevel } = filters;
  const keywords = useDeferredValue(words.trim().slice(0, limits.name));
  const [unfit, setUnfit] = useState(false);
  const [page, setPage] = useState(1);
  const query = {
    listId,
    keywords,
    current: page,
    size: pageSize,
    ...(level !== 'all' && { level }),
    ...(unfit && { unfit: 1 }),
    ...(schoolId !== undefined && { schoolId }),
    ...(schoolProvinceId !== undefined && { schoolProvinceId }),
    ...(ofLevel !== undefined && { schoolLevel: ofLevel }),
  };
  const found = useKept({
    queryKey: ['rows', voluntaryList.name, 'candidates', version, query],
    queryFn: ({ signal }) => send(voluntaryCalls.candidates, { query, signal, toast: false }),
  });
  const filter = (change: Partial<Filters>) => {
    setFilters(old => ({ ...old, ...change }));
    setPage(1);
  };
  const narrowed = Object.values({ ...filters, words: keywords }).some(value => value && value !== 'all');
  const counts = found.data?.bands;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <section className={styles.pane} aria-label={t('programmes')}>
      <Flex component="header" vertical gap={8}>
        <Input
          prefix={<SearchOutlined aria-hidden />}
          allowClear
          value={words}
          placeholder={t('search')}
          aria-label={t('search')}
          onChange={event => filter({ words: event.target.value })}
        />
        <div className={styles.pickers}>
          <RowFilters filters={filters} onChange={filter} />
          <Select
            allowClear
            value={ofLevel ?? null}
            placeholder={t('filter.level')}
            aria-label={t('filter.level')}
            options={schoolLevel.items.map(({ code, label }) => ({ value: code, label: label[language] }))}
            onChange={value => filter({ ofLevel: value ?? undefined })}
          />
        </div>
        <Segmented
          block
          size="small"
          aria-label={t('filter.band')}
          value={level}
          onChange={chosen => filter({ level: chosen })}
          options={[
            { value: 'all' as const, label: `${t('filter.all')} ${all ?? ''}` },
            ...bandNames.map(name => ({
              value: name,
              label: `${codeItem(probBand, name)?.label[language]} ${counts?.[name] ?? ''}`,
            })),
          ]}
        />
        {found.data !== undefined && found.data.unfit > 0 && (
          <Checkbox
            checked={unfit}
            onChange={event => {
              setUnfit(event.target.checked);
              setPage(1);
            }}
          >
            {t('unfit', { count: found.data.unfit })}
          </Checkbox>
        )}
      </Flex>
      {found.error && !found.data ? (
        <LoadFailed of={found} />
      ) : found.loading || !found.data ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : found.data.records.length === 0 ? (
        <NoMatch size="small" title={t('none')} onClear={narrowed ? () => filter(noFilters) : undefined} />
      ) : (
        <Spin spinning={found.stale} delay={300}>
          <FactHeads of={found.data.records} only={programmeColumns} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where all is chosen no button is left to scroll it by keys */}
          <ul className={styles.programmes} tabIndex={0}>
            {found.data.records.map(one => (
              <Programme
                key={one.admissionId}
                of={one}
                among={found.data?.records ?? []}
                stands={standing(one)}
                onAdd={editable ? () => onAdd(one) : undefined}
              />
            ))}
          </ul>
        </Spin>
      )}
      {found.data && found.data.total > pageSize && (
        <Pagination
          className={styles.pages ?? ''}
          size="small"
          simple
          current={page}
          pageSize={pageSize}
          total={found.data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  );
}

interface RowFiltersProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

/** The filters by a school and by a province of schools. */
function RowFilters({ filters, onChange }: RowFiltersProps) {
  const { t } = useTranslation('voluntary');
  const id = useId();
  return (
    [
      ['school', school, 'schoolId'],
      ['province', province, 'schoolProvinceId'],
    ] as const
  ).map(([name, dataset, key]) => (
    <label key={name} htmlFor={`${id}${name}`}>
      <span className={styles.hidden}>{t(`filter.${name}`)}</span>
      <RowPicker
        id={`${id}${name}`}
        dataset={dataset}
        values={filters[key] === undefined ? [] : [filters[key]]}
        onChange={([chosen]) => onChange({ [key]: chosen })}
        multiple={false}
        names={nothing}
        where={{}}
        placeholder={t(`filter.${name}`)}
        disabled={false}
      />
    </label>
  ));
}

interface ProgrammeProps {
  readonly of: ListProgramme;
  /** The programmes that are shown with it. */
  readonly among: readonly ListProgramme[];
  readonly stands: Standing;
  /** Puts it on the list; undefined if the list cannot be edited. */
  readonly onAdd: (() => void) | undefined;
}

/** A programme with its chances, to be put on the list. */
function Programme({ of: one, among, stands, onAdd }: ProgrammeProps) {
  const { t } = useTranslation('voluntary');
  return (
    <li className={`${styles.programme} ${facts.programme}`}>
      <div className={facts.school}>
        <p className={styles.title}>
          <span>{one.schoolName}</span>
          <MarkTags of={one} />
        </p>
        <p className={facts.prof}>{one.profName}</p>
      </div>
      <ChoiceFacts of={one} among={among} only={programmeColumns} />
      {onAdd && (
        <Button
          className={facts.add ?? ''}
          size="small"
          disabled={stands === 'chosen' || stands === 'full' || one.reason === 'subjects'}
          icon={stands === 'chosen' ? <CheckOutlined aria-hidden /> : <PlusOutlined aria-hidden />}
          aria-label={t(`standingOf.${stands}`, { school: one.schoolName, prof: one.profName })}
          title={t(`standing.${stands}`)}
          onClick={onAdd}
        >
          {t(`standing.${stands}`)}
        </Button>
      )}
      <p className={facts.more}>
        {[
          one.groupNo && t('group', { no: one.groupNo }),
          one.schoolProvinceName,
          one.tuition !== null && t('tuition', { yuan: one.tuition }),
          one.subjectRequire && t('subjects', { subjects: one.subjectRequire }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  );
}
