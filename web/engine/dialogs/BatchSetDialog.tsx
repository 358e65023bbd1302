import { DeleteOutlined } from '@ant-design/icons';
import { type AnyDataset, fieldOf, settableFields } from '@yikao/model/kernel/dataset.ts';
import { Alert, Button, Flex, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { searchByLabel } from '../../fields/pick/search-by-label.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { ApiError } from '../api/api-error.ts';
import { notice } from '../api/notice.ts';
import { tellFailure } from '../api/send.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { useQuestions } from '../boundary/questions.ts';
import { useLeaveQuestion } from '../boundary/use-leave-question.ts';
import { startBatchSet } from '../calls/job-calls.ts';
import { grouped } from '../grouped.ts';
import { jobStarted } from '../jobs/use-jobs.ts';
import type { Selection } from '../list/use-selection.ts';
import { useUnsavedChanges } from '../tab/tab-context.ts';
import { usePhone } from '../use-media.ts';
import frame from './Dialog.module.css';
import styles from './dialogs.module.css';

interface BatchSetDialogProps {
  readonly dataset: AnyDataset;
  readonly selection: Selection;
  readonly onClose: () => void;
}

/** Sets the same values in all selected rows, be they chosen one by one or all that match. */
export function BatchSetDialog({ dataset, selection, onClose }: BatchSetDialogProps) {
  const { t } = useTranslation(['engine', 'common', 'trouble']);
  const language = useLanguage();
  const phone = usePhone();
  const modal = useQuestions();
  const id = useId();
  const [names, setNames] = useState<readonly string[]>([]);
  const [values, setValues] = useState<FieldRecord>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { all, keys } = selection;
  const total = grouped(all?.total ?? keys.length);
  const labelOf = (name: string) => fieldOf(dataset, name)?.label[language] ?? name;

  useUnsavedChanges(names.length > 0);
  const askToLeave = useLeaveQuestion();
  const leave = () => {
    if (names.length > 0) askToLeave(t('trouble:leave.form'), onClose);
    else onClose();
  };

  const submit = () => {
    if (names.length === 0) return notice.warning(t('batchSet.noField'));
    const fields = names.map(labelOf).join(t('import.comma'));
    modal.confirm({
      title: t('batchSet.ask', { total, fields }),
      async onOk() {
        const given = Object.fromEntries(names.map(name => [name, values[name] ?? null]));
        try {
          await startBatchSet(dataset, selection.condition, given);
          notice.success(t('batchSet.started'));
          jobStarted();
          selection.clear();
          onClose();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          setErrors(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
          tellFailure(error);
        }
      },
    });
  };

  return (
    <Modal
      open
      className={`${frame.long} ${styles.dialog}`}
      title={t('batchSet.title', { what: dataset.label[language] })}
      width={phone ? '100%' : 640}
      mask={{ closable: false }}
      onCancel={leave}
      footer={[
        <Button key="cancel" onClick={leave}>
          {t('common:cancel')}
        </Button>,
        <Button key="ok" type="primary" onClick={submit}>
          {t('batchSet.submit')}
        </Button>,
      ]}
    >
      <Boundary>
        <Flex vertical gap={16}>
          <Alert type="info" showIcon title={t(all ? 'batchSet.matching' : 'batchSet.chosen', { total })} />
          {names.map(name => {
            const field = fieldOf(dataset, name);
            if (!field) return null;
            const { Input } = viewOf(field);
            return (
              <div key={name} className={styles.labelled}>
                <label htmlFor={`${id}-${name}`}>{labelOf(name)}</label>
                <div className={styles.setField}>
                  <Input
                    field={field}
                    name={name}
                    id={`${id}-${name}`}
                    value={values[name]}
                    record={values}
                    disabled={false}
                    invalid={errors[name] !== undefined}
                    describedBy={`${id}-${name}-text`}
                    onChange={value => {
                      setValues(old => ({ ...old, [name]: value }));
                      setErrors(({ [name]: _, ...rest }) => rest);
                    }}
                  />
                  <Button
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('batchSet.remove', { label: labelOf(name) })}
                    title={t('batchSet.remove', { label: labelOf(name) })}
                    onClick={() => setNames(old => old.filter(one => one !== name))}
                  />
                </div>
                <div id={`${id}-${name}-text`} className={errors[name] ? styles.error : styles.hint}>
                  {errors[name] ?? t('batchSet.clearing')}
                </div>
              </div>
            );
          })}
          <Select
            value={null}
            aria-label={t('batchSet.field')}
            placeholder={t('batchSet.chooseField')}
            showSearch={searchByLabel}
            options={settableFields(dataset)
              .filter(name => !names.includes(name))
              .map(name => ({ value: name, label: labelOf(name) }))}
            onChange={(name: string | null) => name !== null && setNames(old => [...old, name])}
          />
        </Flex>
      </Boundary>
    </Modal>
  );
}
