import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../engine/access/may.ts';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { OutlinedCourse } from './course/OutlineDialog.tsx';

const { course, lesson } = registry;

const OutlineDialog = lazyDialog(() => import('./course/OutlineDialog.tsx'), 'OutlineDialog');

/** Courses (domain J1, 10): their lessons as a tree, which is put in order and played. */
export default function CoursePage() {
  const { t } = useTranslation('teaching');
  const [opened, setOpened] = useState<OutlinedCourse>();
  const close = () => setOpened(undefined);
  const actions = useMemo<RowAction<typeof course>[]>(
    () => [
      {
        key: 'outline',
        may: may(lesson, 'list'),
        label: t('outline.action'),
        lead: true,
        act: ({ courseId, courseName }) => setOpened({ courseId, courseName: courseName ?? '' }),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={course} rowActions={actions} />
      {opened && <OutlineDialog course={opened} onClose={close} />}
    </>
  );
}
