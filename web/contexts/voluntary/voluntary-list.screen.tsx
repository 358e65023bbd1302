import { registry } from '@yikao/model/contexts/datasets.ts';
import { listStatus as listStatuses } from '@yikao/model/contexts/voluntary/voluntary.codes.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../engine/access/may.ts';
import { openPage, pageAddress, useGoTo } from '../../engine/link/page-address.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

const { voluntaryList } = registry;

/** Voluntary lists (domain D16, 10): each is filled in on a separate page, and printed. */
export default function VoluntaryListPage() {
  const { t } = useTranslation('voluntary');
  const goTo = useGoTo();
  const actions = useMemo<RowAction<typeof voluntaryList>[]>(() => {
    const fills = may(voluntaryList, 'update');
    const open = (listId: number) => goTo(pageAddress('/wish/voluntaryList/edit', { listId }));
    return [
      {
        key: 'fill',
        label: t('fill'),
        lead: true,
        fits: ({ listStatus }) => fills && listStatus === listStatuses.is.draft,
        act: ({ listId }) => open(Number(listId)),
      },
      {
        key: 'look',
        label: t('look'),
        lead: true,
        fits: ({ listStatus }) => !fills || listStatus !== listStatuses.is.draft,
        act: ({ listId }) => open(Number(listId)),
      },
      {
        key: 'print',
        label: t('print'),
        act: ({ listId }) => openPage(pageAddress('/printVoluntary', { listId })),
      },
    ];
  }, [t, goTo]);
  return <DatasetScreen dataset={voluntaryList} rowActions={actions} drawerActions={actions} />;
}
