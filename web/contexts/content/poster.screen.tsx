import { registry } from '@yikao/model/contexts/datasets.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may, mayChangeRow } from '../../engine/access/may.ts';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { WireRow } from '../../engine/wire-row.ts';

const { poster } = registry;

const PosterDesign = lazyDialog(() => import('./poster/PosterDesign.tsx'), 'PosterDesign');
const PosterPicture = lazyDialog(() => import('./poster/PosterPicture.tsx'), 'PosterPicture');

/** A poster whose dialog is open. */
interface Opened {
  readonly what: 'design' | 'picture';
  readonly posterId: number;
  readonly name: string;
}

/** Posters (domain L6, 10): designed on their background, and drawn for a channel. */
export default function PosterPage() {
  const { t } = useTranslation('display');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const actions = useMemo<RowAction<typeof poster>[]>(() => {
    const open =
      (what: Opened['what']): RowAction<typeof poster>['act'] =>
      ({ posterId, posterName }) =>
        setOpened({ what, posterId, name: posterName ?? String(posterId) });
    return [
      {
        key: 'picture',
        label: t('poster.get'),
        lead: true,
        fits: ({ status }) => status === enable.is.enabled,
        act: open('picture'),
      },
      {
        key: 'design',
        may: may(poster, 'update'),
        label: t('poster.design'),
        // A poster of the house is handed out by partners, and changed by the house alone.
        fits: (row: WireRow<(typeof poster)['fields']>) => mayChangeRow(poster, row),
        act: open('design'),
      },
    ];
  }, [t]);
  return (
    <>
      <DatasetScreen dataset={poster} rowActions={actions} drawerActions={actions} />
      {opened?.what === 'design' && (
        <PosterDesign posterId={opened.posterId} name={opened.name} onClose={close} />
      )}
      {opened?.what === 'picture' && (
        <PosterPicture posterId={opened.posterId} name={opened.name} onClose={close} />
      )}
    </>
  );
}
