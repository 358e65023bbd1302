import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

const { lesson } = registry;

const PlayDialog = lazyDialog(() => import('./course/PlayDialog.tsx'), 'PlayDialog');

/** Lessons of all courses (domain J2), each of which can be played. */
export default function LessonPage() {
  const { t } = useTranslation('teaching');
  const [played, setPlayed] = useState<number>();
  const close = () => setPlayed(undefined);
  const actions = useMemo<RowAction<typeof lesson>[]>(
    () => [{ key: 'play', label: t('play.action'), act: ({ lessonId }) => setPlayed(lessonId) }],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={lesson} rowActions={actions} />
      {played !== undefined && <PlayDialog lessonId={played} onClose={close} />}
    </>
  );
}
