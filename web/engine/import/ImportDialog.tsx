import {
  EditOutlined,
  FileExcelOutlined,
  ImportOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { asImported, importKind, withAsked } from '@yikao/model/kernel/import-kinds.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Flex, Modal, Steps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { may } from '../access/may.ts';
import { notice } from '../api/notice.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { useQuestions } from '../boundary/questions.ts';
import frame from '../dialogs/Dialog.module.css';
import styles from '../dialogs/dialogs.module.css';
import { chosenNames, useFieldChoice } from '../dialogs/use-field-choice.ts';
import { AskedField } from '../form/AskedField.tsx';
import { JobHistory } from '../jobs/JobHistory.tsx';
import { isRunning } from '../jobs/use-jobs.ts';
import { useUnsavedChanges } from '../tab/tab-context.ts';
import { usePhone } from '../use-media.ts';
import { DroppedKind, useDroppedKinds } from './DroppedKind.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportForm } from './ImportForm.tsx';
import { ImportKindChoice } from './ImportKindChoice.tsx';
import { ImportResult } from './ImportResult.tsx';
import { PicturesHint } from './PicturesHint.tsx';
import { downloadTemplate } from './template.ts';
import {
  type ImportChoices,
  type ImportController,
  type ImportOperation,
  useImportController,
} from './use-import-controller.ts';

interface ImportDialogProps {
  readonly dataset: AnyDataset;
  /** The initial choice; the dialog has both if the person may do both. */
  readonly purpose: ImportOperation;
  /** Initial kind of import. Defaults to the ordinary one. */
  readonly kind?: number;
  /** The file that is taken at once, since it was dropped on the list. */
  readonly dropped?: File;
  readonly onClose: () => void;
}

/** The choices that an import begins with; `batch` is the remark typed so far. */
interface Beginning {
  readonly type?: number | undefined;
  readonly asked: FieldRecord;
  readonly batch: string;
  readonly file?: File | undefined;
}

/**
 * An import whose kind is chosen first, if the dataset has several, with the values it needs for the whole file;
 * changing the kind, or the exam, looks at the same file again, with the same remark.
 */
export function ImportDialog(props: ImportDialogProps) {
  const { dataset, purpose } = props;
  const [{ type, asked, batch, file }, begin] = useState<Beginning>({
    type: props.kind,
    asked: {},
    batch: '',
    file: props.dropped,
  });
  const droppedKinds = useDroppedKinds(dataset, props.dropped);
  const [told, setTold] = useState(false);
  if (props.dropped && droppedKinds.length > 1 && !told) {
    return (
      <DroppedKind
        dataset={dataset}
        file={props.dropped}
        kinds={droppedKinds}
        onChoose={chosen => {
          begin({ type: chosen, asked: {}, batch: '', file: props.dropped });
          setTold(true);
        }}
        onClose={props.onClose}
      />
    );
  }
  const declared = purpose === 'import' ? importKind(dataset, type) : undefined;
  const kind = withAsked(declared, givenOf(asked));
  return (
    <ImportOfKind
      {...props}
      key={JSON.stringify([type, asked])}
      batch={batch}
      dataset={asImported(dataset, kind)}
      dropped={file}
      choice={typed =>
        purpose === 'import' && (
          <>
            <ImportKindChoice
              dataset={dataset}
              value={kind?.type}
              onChange={chosen => begin({ type: chosen, asked: {}, ...typed })}
            />
            {declared?.asks?.map(name => (
              <AskedField
                key={name}
                dataset={dataset}
                name={name}
                values={asked}
                onChange={values => begin({ type, asked: values, ...typed })}
              />
            ))}
          </>
        )
      }
    />
  );
}

/** The values entered for those a kind asks for. */
function givenOf(asked: FieldRecord): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(asked).filter(
      (one): one is [string, number | string] => typeof one[1] === 'number' || typeof one[1] === 'string',
    ),
  );
}

interface FootProps extends Pick<ImportDialogProps, 'dataset' | 'purpose'> {
  readonly run: ReturnType<typeof useImportController>;
  /** Columns of the template. */
  readonly fields: readonly string[];
  readonly onStart: (
    operation: ImportOperation,
    dryRun: boolean,
    change?: Partial<ImportChoices>,
    confirmed?: boolean,
  ) => void;
}

/** The buttons of the dialog: template, check, update, import. */
function Foot({ dataset, purpose, run, fields, onStart }: FootProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const { excel } = dataset;
  const imports = may(dataset, 'import');
  const updates = may(dataset, 'batchUpdate');

  // The warnings of a finished check were seen.
  const isChecked = run.job?.dryRun === true && !isRunning(run.job);
  return (
    <div className={styles.line}>
      {excel?.kind?.pictures ? (
        <span />
      ) : (
        <Button
          icon={<FileExcelOutlined aria-hidden />}
          onClick={() => void downloadTemplate(dataset, fields, language)}
        >
          {t('template.download')}
        </Button>
      )}
      <Flex component="span" wrap gap={8}>
        {run.busy ? (
          <Button danger onClick={run.stop} disabled={run.job !== undefined && !run.job.cancellable}>
            {t('jobs.cancel')}
          </Button>
        ) : (
          <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={() => onStart(purpose, true)}>
            {t('import.check')}
          </Button>
        )}
        {updates && excel?.kind === undefined && (
          <Button
            type={purpose === 'batchUpdate' ? 'primary' : 'default'}
            icon={<EditOutlined aria-hidden />}
            disabled={run.busy}
            title={t('import.updateHint', {
              key: dataset.fields[dataset.key]?.label[language] ?? 'ID',
            })}
            onClick={() => onStart('batchUpdate', false, {}, isChecked)}
          >
            {t('import.update')}
          </Button>
        )}
        {imports && purpose === 'import' && (
          <Button
            type="primary"
            icon={<ImportOutlined aria-hidden />}
            loading={run.busy}
            onClick={() => onStart('import', false, {}, isChecked)}
          >
            {t('import.start')}
          </Button>
        )}
      </Flex>
    </div>
  );
}

/**
 * Brings a workbook in (spec section 2, import dialog): remark, file and start for the hurried; template,
 * mapping and check on the way for the careful; the result stays until the dialog is closed.
 */
function ImportOfKind({
  dataset,
  purpose,
  batch,
  choice,
  dropped,
  onClose,
}: Omit<ImportDialogProps, 'dropped'> & {
  /** The remark that was typed before this kind was chosen. */
  readonly batch: string;
  /** A file that was dropped on the list, or taken before this kind was chosen. */
  readonly dropped: File | undefined;
  /** The choice of another kind, which keeps what was typed and taken. */
  readonly choice: (typed: Pick<Beginning, 'batch' | 'file'>) => ReactNode;
}) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const modal = useQuestions();
  const run = useImportController(dataset, purpose, batch);
  const [template] = useFieldChoice(dataset, 'template');
  const [complain, setComplain] = useState(false);
  useUnsavedChanges(run.source.file !== undefined && run.job === undefined);
  const { excel } = dataset;
  if (!excel) return null;

  const start = (
    operation: ImportOperation,
    dryRun: boolean,
    change: Partial<ImportChoices> = {},
    confirmed = false,
  ) => {
    setComplain(true);
    if (run.choices.batch.trim() === '') return notice.warning(t('import.batchFirst'));
    if (run.choices.batch.trim().length > limits.importBatch) {
      return notice.warning(t('fields.tooLong', { label: t('import.batch'), max: limits.importBatch }));
    }
    if (!run.source.file) return notice.warning(t('import.fileFirst'));
    void run.start(operation, dryRun, false, change, confirmed).then(pause => {
      if (pause === undefined) return;
      if ('refused' in pause) return notice.error(pause.refused);
      if ('columns' in pause) return notice.warning(t(`import.columnsFirst.${pause.columns}`));
      modal.confirm({
        title: pause.ask,
        onOk: () => void run.start(operation, dryRun, true, change, confirmed),
      });
    });
  };
  // Closing the dialog aborts the upload, unlike leaving the tab: a started job continues.
  const close = () => {
    run.source.giveUp();
    onClose();
  };
  const chosen = excel.kind ? excel.import : chosenNames(template);
  const fields = purpose === 'batchUpdate' ? [dataset.key, ...excel.batchUpdate] : chosen;
  // For a file without an earlier preview, unconfirmed columns replace the outcome.
  const refusedForColumns =
    run.source.looked?.preview === undefined &&
    run.columns.length > 0 &&
    run.job?.total === null &&
    run.job.status === 'fail';
  return (
    <Modal
      open
      className={`${frame.long} ${styles.footed}`}
      title={t(`import.title.${purpose}`, { what: dataset.label[language] })}
      width={phone ? '100%' : 'max(880px, 50vw)'}
      mask={{ closable: false }}
      onCancel={close}
      footer={<Foot dataset={dataset} purpose={purpose} run={run} fields={fields} onStart={start} />}
    >
      <Boundary>
        <Flex vertical gap={16}>
          {!phone && (
            <Steps
              className={styles.steps ?? ''}
              size="small"
              current={stepOf(run)}
              items={(['file', 'columns', 'check', 'result'] as const).map(step => ({
                title: t(`import.steps.${step}`),
              }))}
            />
          )}
          {choice({ batch: run.choices.batch, file: run.source.file })}
          {excel.kind?.pictures && <PicturesHint dataset={dataset} pictures={excel.kind.pictures} />}
          <ImportForm
            run={run}
            dropped={dropped}
            complain={complain}
            withMode={
              purpose === 'import' && dataset.naturalKey.length > 0 && excel.kind?.pictures === undefined
            }
          />
          <ImportColumns dataset={dataset} run={run} />
          {run.job && !refusedForColumns && (
            <ImportResult
              dataset={dataset}
              job={run.job}
              onConfirm={() => start(run.operation, false, {}, true)}
              onCheckAgain={change => start(run.operation, true, change)}
            />
          )}
          <JobHistory
            bizTypes={[
              excel.jobs.import,
              excel.jobs.batchUpdate,
              ...excel.kinds.flatMap(({ bizType }) => bizType ?? []),
            ]}
            by="batch"
          />
        </Flex>
      </Boundary>
    </Modal>
  );
}

function stepOf({ job, source, columns }: ImportController): number {
  if (job) return job.dryRun ? 2 : 3;
  return columns.length > 0 || source.looked?.preview ? 1 : 0;
}
