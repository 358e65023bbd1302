import { registry } from '@yikao/model/datasets/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowAction } from '../engine/dataset/RowActions.tsx';
import { may } from '../engine/hooks/may.ts';

const { voluntaryList } = registry;

/** Voluntary lists (domain D16, 10): each is filled in on a page of its own, and printed. */
export default function VoluntaryListPage() {
  const { t } = useTranslation('voluntary');
  const navigate = useNavigate();
  const actions = useMemo<RowAction<typeof voluntaryList>[]>(() => {
    const fills = may(voluntaryList, 'update');
    const open = (listId: number) => void navigate(`${voluntaryList.menu?.at}/edit?listId=${listId}`);
    return [
      {
        key: 'fill',
        label: t('fill'),
        lead: true,
        fits: ({ listStatus }) => fills && listStatus === 0,
        act: ({ listId }) => open(Number(listId)),
      },
      {
        key: 'look',
        label: t('look'),
        lead: true,
        fits: ({ listStatus }) => !fills || listStatus !== 0,
        act: ({ listId }) => open(Number(listId)),
      },
      {
        key: 'print',
        label: t('print'),
        act: ({ listId }) => void window.open(`/printVoluntary?listId=${listId}`),
      },
    ];
  }, [t, navigate]);
  return <DatasetScreen dataset={voluntaryList} rowActions={actions} drawerActions={actions} />;
}
