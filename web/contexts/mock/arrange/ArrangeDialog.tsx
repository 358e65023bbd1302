import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { AskedField } from '../../../engine/form/AskedField.tsx';
import type { ListController } from '../../../engine/list/use-list-controller.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import styles from './ArrangedRooms.module.css';

const { mockRoom } = registry;

/** Arranges the seats of one area of an exam, by default the one in the list's filters, and opens the result. */
export function ArrangeDialog({
  list,
  onClose,
}: {
  readonly list: ListController;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('mock');
  const asked = (name: string) => Number(list.filters[name]?.[0]) || null;
  const [values, setValues] = useState<FieldRecord>({ examId: asked('examId'), areaId: asked('areaId') });
  const { busy, problem, attempt } = useAttempt();
  const [examId, areaId] = [Number(values.examId) || undefined, Number(values.areaId) || undefined];

  const arrange = async () => {
    if (examId === undefined || areaId === undefined) return;
    await attempt(async () => {
      const { arrangeId, ...told } = await send(mockCalls.arrange, {
        body: { examId, areaId },
        toast: false,
      });
      notice[told.conflictNum > 0 ? 'warning' : 'success'](t('arranged', told));
      list.refresh();
      onClose();
      list.open(arrangeId);
    });
  };

  return (
    <Dialog
      title={t('arrange')}
      width={440}
      okText={t('arrange')}
      okButtonProps={{ disabled: examId === undefined || areaId === undefined }}
      busy={busy}
      onOk={arrange}
      problem={problem}
      onClose={onClose}
    >
      <div className={styles.asked}>
        <AskedField
          dataset={mockRoom}
          name="examId"
          values={values}
          onChange={next => setValues({ ...next, areaId: null })}
        />
        <AskedField dataset={mockRoom} name="areaId" values={values} onChange={setValues} />
        <p>{t('rooms.replaces')}</p>
      </div>
    </Dialog>
  );
}
