import { mockCalls } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import type { ListController } from '../../../engine/list/use-list-controller.ts';
import styles from './RoomsDialog.module.css';

/** Layouts that most rooms have; any other is typed in a room's form. */
const layouts = { even: '6,6,6,6,6', standard: '7,8,8,7', small: '5,5,5,5' } as const;

/** Adds several rooms with one layout to the exam and area in the list's filters, numbered after the last one. */
export function RoomsDialog({
  list,
  onClose,
}: {
  readonly list: ListController;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('mock');
  const id = useId();
  const examId = Number(list.filters.examId?.[0]) || undefined;
  const areaId = Number(list.filters.areaId?.[0]) || undefined;
  const ready = examId !== undefined && areaId !== undefined;
  const [count, setCount] = useState(2);
  const [layout, setLayout] = useState<string>(layouts.even);
  const { busy, problem, attempt } = useAttempt();

  const addRooms = async () => {
    if (!ready) return;
    await attempt(async () => {
      const { from, to } = await send(mockCalls.addRooms, {
        body: { examId, areaId, count, layout },
        toast: false,
      });
      notice.success(t('rooms.done', { from, to }));
      list.refresh();
      onClose();
    });
  };

  return (
    <Dialog
      title={t('rooms.add')}
      width={420}
      okButtonProps={{ disabled: !ready }}
      busy={busy}
      onOk={addRooms}
      problem={ready ? problem : t('rooms.choose')}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}-count`}>{t('rooms.count')}</label>
        <InputNumber
          id={`${id}-count`}
          min={1}
          max={200}
          precision={0}
          value={count}
          onChange={value => setCount(value ?? 1)}
        />
        <label htmlFor={`${id}-layout`}>{t('rooms.layout')}</label>
        <Select
          id={`${id}-layout`}
          value={layout}
          options={Object.entries(layouts).map(([key, value]) => ({
            value,
            label: t(`rooms.preset.${key as keyof typeof layouts}`),
          }))}
          onChange={setLayout}
        />
      </div>
    </Dialog>
  );
}
