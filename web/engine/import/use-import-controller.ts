import type { ImportPreview, OpenColumn } from '@yikao/model/calls/import-columns.ts';
import type { ImportMode, JobRow } from '@yikao/model/calls/jobs.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { tellFailure } from '../api/send.ts';
import { cancelJob, startImport } from '../calls/job-calls.ts';
import { useJobDetail } from '../jobs/use-job-detail.ts';
import { isRunning, jobStarted, useJob } from '../jobs/use-jobs.ts';
import { type ImportFile, placeOf, useImportFile } from './use-import-file.ts';
import { type GroupMeaning, type ImportLayout, useImportLayout } from './use-import-layout.ts';

/** Options of an import. */
export interface ImportChoices {
  readonly batch: string;
  readonly mode: ImportMode;
  readonly onError: 'skip' | 'abort';
  /** Leaves out hidden rows; only for this file, not for the next one. */
  readonly skipHidden: boolean;
  /** Leaves out sums, notes and repeated headings; also only for this file. */
  readonly skipBeside: boolean;
}

/** The task for the file. */
export type ImportOperation = 'import' | 'batchUpdate';

/** The obstacle to a start: a question to answer, or columns to look at first. */
export type ImportPause =
  | { readonly ask: string }
  | { readonly columns: 'unseen' | 'open' | 'given' }
  | { readonly refused: string };

/** An import without its UI: the file, the choices, the running job, and its outcome. */
export interface ImportController {
  readonly choices: ImportChoices;
  readonly source: ImportFile;
  /** A call is under way or a job runs. */
  readonly busy: boolean;
  readonly job: JobRow | undefined;
  readonly operation: ImportOperation;
  /** Values that all rows of the file have. */
  readonly given: ImportLayout['given'];
  /** The tables of a file that has several. */
  readonly tables: ImportLayout['tables'];
  readonly leftGroups: readonly string[];
  /** Sets the meaning of an upper heading, and reloads the preview. */
  group(label: string, meaning: GroupMeaning): void;
  groupValue(label: string, offered: string): string;
  /** Changes the value set by an upper heading. */
  setGroupValue(label: string, value: string): void;
  /** Columns of the file that fit no field by themselves. */
  readonly columns: readonly OpenColumn[];
  choose(change: Partial<ImportChoices>): void;
  take(file: File): void;
  chooseSheet(sheet: number): void;
  /** Sets the heading to this row, or to this one and the next. */
  chooseHeading(row: number, rows: 1 | 2): void;
  /** The field of a column: chosen, else suggested; '' skips it, null is undecided. */
  fieldOf(column: OpenColumn): string | null;
  map(header: string, field: string): void;
  /**
   * Uploads the file if necessary, and starts the job; returns the obstacle, if any. `again` imports the same file once
   * more; `change` sets options first; `confirmed` states that the warnings of a check were seen.
   */
  start(
    operation: ImportOperation,
    dryRun: boolean,
    again?: boolean,
    change?: Partial<ImportChoices>,
    confirmed?: boolean,
  ): Promise<ImportPause | undefined>;
  stop(): void;
}

/** Columns without a match, each header once: below several upper headings it is the same. */
function openColumns(preview: ImportPreview): OpenColumn[] {
  const open = preview.columns.filter(
    ({ by, field }) => by === 'remembered' || by === 'guess' || field === null,
  );
  return open.filter(({ header }, at) => open.findIndex(one => one.header === header) === at);
}

/** Reports whether a file offers values for all its rows, or several tables. */
function isOffering({ wanted, tables }: ImportPreview): boolean {
  return tables.length > 1 || wanted.some(({ said }) => said !== null);
}

/** Controls the import of `dataset`; `batch` is an existing remark. */
export function useImportController(
  dataset: AnyDataset,
  purpose: ImportOperation,
  batch = '',
): ImportController {
  const [choices, setChoices] = useState<ImportChoices>({
    batch,
    mode: 'upsert',
    onError: 'skip',
    skipHidden: false,
    skipBeside: false,
  });
  const [starting, setStarting] = useState(false);
  const [jobId, setJobId] = useState<number>();
  const [operation, setOperation] = useState<ImportOperation>(purpose);
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const source = useImportFile(dataset, purpose);
  const layout = useImportLayout(source.looked?.preview);
  const job = useJob(jobId);
  const detail = useJobDetail(job !== undefined && !isRunning(job) ? job.id : undefined);
  const preview = source.looked?.preview;
  const columns = preview ? openColumns(preview) : (detail?.columns?.unknown ?? []);
  const fieldOf = ({ header, field }: OpenColumn) => mapping[header] ?? field;
  const choose = (change: Partial<ImportChoices>) => setChoices(old => ({ ...old, ...change }));
  const startOver = () => {
    setJobId(undefined);
    setMapping({});
    layout.forget();
    choose({ skipHidden: false, skipBeside: false });
  };

  return {
    choices,
    source,
    busy: starting || (job !== undefined && isRunning(job)),
    job,
    operation,
    columns,
    given: layout.given,
    tables: layout.tables,
    leftGroups: layout.leftGroups,
    group(label, meaning) {
      layout.mean(label, meaning);
      source.lookWith({ ...layout.meanings, [label]: meaning });
    },
    groupValue: layout.groupValue,
    setGroupValue(label, value) {
      const field = layout.meanings[label]?.field ?? preview?.groups.find(one => one.label === label)?.field;
      if (field) layout.mean(label, { field, value });
    },
    choose,
    take(next) {
      source.take(next);
      startOver();
    },
    chooseSheet(sheet) {
      source.chooseSheet(sheet);
      startOver();
    },
    chooseHeading(row, rows) {
      source.chooseHeading(row, rows);
      startOver();
    },
    fieldOf,
    map: (header, field) => setMapping(old => ({ ...old, [header]: field })),
    async start(wanted, dryRun, again = false, change = {}, confirmed = false) {
      const { file } = source;
      if (!file) return undefined;
      setStarting(true);
      setOperation(wanted);
      setJobId(undefined);
      choose(change);
      try {
        const found = await source.ready();
        if (found.path === undefined) return undefined;
        // A file without a preview can still be imported; problems found here would also be refused there.
        if (found.error && found.error.reason !== 'previewFailed') return { refused: found.error.message };
        const open = found.preview ? openColumns(found.preview) : columns;
        if (open.length > 0 && found.preview !== preview) return { columns: 'unseen' };
        if (open.some(column => fieldOf(column) === null)) return { columns: 'open' };
        const said = layout.said(wanted === 'import' ? found.preview : undefined);
        // Values only detected in a title or remembered from an earlier file must be seen before they are used.
        if (found.preview && found.preview !== preview && isOffering(found.preview))
          return { columns: 'unseen' };
        if (said.missing) return { columns: 'given' };
        const { mode, onError, skipHidden, skipBeside, ...typed } = { ...choices, ...change };
        setJobId(
          await startImport(dataset, wanted, {
            importBatch: typed.batch.trim(),
            filePath: found.path,
            originName: file.name,
            mode,
            onError,
            dryRun,
            skipHidden,
            skipBeside,
            ...(found.preview && placeOf(found.preview)),
            mapping: Object.fromEntries(open.map(column => [column.header, fieldOf(column) ?? ''])),
            again,
            ...(wanted === 'import' && { ...said.layout, confirmed }),
          }),
        );
        jobStarted();
      } catch (error) {
        if (error instanceof ApiError && error.reason === 'sameFile') return { ask: error.message };
        if (error instanceof ApiError) tellFailure(error);
      } finally {
        setStarting(false);
      }
      return undefined;
    },
    stop() {
      source.giveUp();
      if (job?.cancellable) void cancelJob(job.id).then(jobStarted, () => undefined);
    },
  };
}
