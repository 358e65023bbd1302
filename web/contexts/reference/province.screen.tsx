import { registry } from '@yikao/model/contexts/datasets.ts';
import { referenceCalls } from '@yikao/model/contexts/reference/reference.calls.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { BulkAction } from '../../engine/screen/screen-parts.ts';

const { province, jointCategory, batch, formula, algorithm } = registry;

/** Provinces, which are moved to the next data year together with their yearly data (domain 4.15). */
export default function ProvincePage() {
  const { t } = useTranslation('guide');
  const modal = useQuestions();
  const upgrade: BulkAction<typeof province> = {
    key: 'upgrade',
    may: referenceCalls.upgradeProvinces.may,
    label: t('province.upgrade'),
    against: ({ rows }) => {
      const years = new Set(rows.map(({ dataYear }) => dataYear));
      return years.size > 1 ? [t('province.years')] : [];
    },
    act: ({ keys, rows, clear }) => {
      // One that has no year yet begins with the present one.
      const present = rows[0]?.dataYear ?? dataYear(new Date()) - 1;
      const to = present + 1;
      modal.confirm({
        title: t('province.title', { to, count: keys.length }),
        content: t('province.text', {
          names: rows.map(row => row.provinceName).join(t('province.between')),
          to,
        }),
        okText: t('province.upgrade'),
        onOk: async () => {
          await unlessRefused(async () => {
            const { copied } = await send(referenceCalls.upgradeProvinces, {
              body: { provinceId: [...keys], dataYear: to },
            });
            notice.success(
              t('province.done', {
                to,
                jointCategory: copied.jointCategory,
                batch: copied.batch,
                formula: copied.formula,
                algorithm: copied.algorithm,
              }),
            );
            clear();
          });
          void refreshRows(province, jointCategory, batch, formula, algorithm);
        },
      });
    },
  };
  return <DatasetScreen dataset={province} bulkActions={[upgrade]} />;
}
