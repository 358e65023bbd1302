import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../engine/access/may.ts';
import { DialogBoundary } from '../../engine/boundary/DialogBoundary.tsx';
import { FieldServicesProvider } from '../../engine/field-services.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';
import type { OutlinedCourse } from './course/OutlineDialog.tsx';

const { course, lesson } = registry;

const OutlineDialog = lazyCode(async () => ({
  default: (await import('./course/OutlineDialog.tsx')).OutlineDialog,
}));

/** Courses (domain J1, 10): their lessons as a tree, which is put in order and played. */
export default function CoursePage() {
  const { t } = useTranslation('teaching');
  const [opened, setOpened] = useState<OutlinedCourse>();
  const close = () => setOpened(undefined);
  const actions = useMemo<RowAction<typeof course>[]>(
    () =>
      may(lesson, 'list')
        ? [
            {
              key: 'outline',
              label: t('outline.action'),
              lead: true,
              act: ({ courseId, courseName }) => setOpened({ courseId, courseName: courseName ?? '' }),
            },
          ]
        : [],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={course} rowActions={actions} />
      {opened && (
        <DialogBoundary onClose={close}>
          <FieldServicesProvider>
            <OutlineDialog course={opened} onClose={close} />
          </FieldServicesProvider>
        </DialogBoundary>
      )}
    </>
  );
}
