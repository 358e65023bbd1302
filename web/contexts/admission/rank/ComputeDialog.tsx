import { rankCalls } from '@yikao/model/contexts/admission/rank.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear as yearOf } from '@yikao/model/rules/data-year.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { CallDialog } from '../../../engine/dialogs/CallDialog.tsx';
import type { ListController } from '../../../engine/list/use-list-controller.ts';

const { rank } = registry;

/** Calculates the places of a ranking from its points; begins with the ranking that the list shows. */
export function ComputeDialog({
  list,
  onClose,
}: {
  readonly list: ListController;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('guide');
  const filtered = (key: string) => Number(list.filters[key]?.[0]) || null;
  return (
    <CallDialog
      title={t('rank.compute')}
      submit={t('rank.compute')}
      asks={{ dataYear: { field: rank.fields.dataYear }, categoryId: { field: rank.fields.categoryId } }}
      begin={{ dataYear: filtered('dataYear') ?? yearOf(new Date()), categoryId: filtered('categoryId') }}
      missing={({ categoryId }) => (categoryId === null ? t('rank.choose') : undefined)}
      send={({ dataYear, categoryId }) =>
        send(rankCalls.compute, {
          body: { dataYear: Number(dataYear), categoryId: Number(categoryId) },
          toast: false,
        })
      }
      refusal={({ count }) => (count === 0 ? t('rank.nothing') : undefined)}
      done={({ count, updated }) => t('rank.done', { count, updated })}
      changes={[rank]}
      text={t('rank.text')}
      onClose={onClose}
    />
  );
}
