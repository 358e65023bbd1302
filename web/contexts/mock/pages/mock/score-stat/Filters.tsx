import { registry } from '@yikao/model/contexts/datasets.ts';
import type { StatParts } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { gender } from '@yikao/model/contexts/shared/shared.codes.ts';
import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { searchByLabel } from '../../../../../fields/pick/search-by-label.ts';
import { useLanguage } from '../../../../../i18n/i18n.ts';

const { agentId, areaId, gender: sex, jointCategoryId } = registry.mockStudent.fields;

/** The filters of the statistics; an omitted one means everything. */
export interface StatFilters {
  readonly jointCategoryId?: number | undefined;
  readonly infoId?: number | undefined;
  readonly areaId?: number | undefined;
  readonly agentId?: number | undefined;
  readonly gender?: number | undefined;
}

interface FiltersProps {
  readonly parts: StatParts;
  /** `jointCategoryId` is always given if the exam has several: totals of different categories are not comparable. */
  readonly chosen: StatFilters;
  /** Filters that the person's organisation sets, which nobody changes. */
  readonly locked: StatFilters;
  readonly onChange: (filters: StatFilters) => void;
}

interface Choice {
  readonly id: number;
  readonly name: string;
}

/** Filters for statistics of marks: session, category, area, agency and gender (domain H15, 10). */
export function Filters({ parts, chosen, locked, onChange }: FiltersProps) {
  const { t } = useTranslation('mock');
  const language = useLanguage();
  const id = useId();
  const category = chosen.jointCategoryId ?? parts.categories[0]?.id;
  const sessions = parts.sessions.filter(session => session.jointCategoryId === category);
  const filter = (name: keyof StatFilters, label: string, choices: readonly Choice[], all: string | null) => (
    <>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <Select<number>
        id={`${id}-${name}`}
        value={chosen[name] ?? null}
        placeholder={all}
        allowClear={all !== null}
        disabled={locked[name] !== undefined}
        showSearch={searchByLabel}
        options={choices.map(one => ({ value: one.id, label: one.name }))}
        onChange={(value?: number) =>
          // A session is one of a category.
          onChange({ ...chosen, ...(name === 'jointCategoryId' && { infoId: undefined }), [name]: value })
        }
      />
    </>
  );
  const genders = gender.items.map(({ code, label }) => ({ id: code, name: label[language] }));
  return (
    <>
      {parts.categories.length > 1 &&
        filter('jointCategoryId', jointCategoryId.label[language], parts.categories, null)}
      {filter('infoId', t('stat.session'), sessions, t('stat.total'))}
      {filter('areaId', areaId.label[language], parts.areas, t('stat.all'))}
      {filter('agentId', agentId.label[language], parts.agents, t('stat.all'))}
      {filter('gender', sex.label[language], genders, t('stat.all'))}
    </>
  );
}
