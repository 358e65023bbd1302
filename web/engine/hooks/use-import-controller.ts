import type { ImportPreview, OpenColumn } from '@yikao/model/calls/import-columns.ts';
import type { ImportMode, JobRow } from '@yikao/model/calls/jobs.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { tellFailure } from '../api/send.ts';
import { cancelJob, startImport } from '../calls/job-calls.ts';
import { type ImportFile, placeOf, useImportFile } from './use-import-file.ts';
import { useJobDetail } from './use-job-detail.ts';
import { isRunning, useJob, useJobStarted } from './use-jobs.ts';

/** How rows are brought in. */
export interface ImportChoices {
  readonly batch: string;
  readonly mode: ImportMode;
  readonly onError: 'skip' | 'abort';
  /** Leaves out the rows that the sheet hides; of the file that is taken, not of the next one. */
  readonly skipHidden: boolean;
  /** Leaves out sums, notes and repeated headings; likewise of this file. */
  readonly skipBeside: boolean;
}

/** The task for the file. */
export type ImportOperation = 'import' | 'batchUpdate';

/** The obstacle to a start: a question to answer, or columns to look at first. */
export type ImportPause =
  | { readonly ask: string }
  | { readonly columns: 'unseen' | 'open' }
  | { readonly refused: string };

/** An import without its looks: the file, what was chosen, the job that runs, and what became of it. */
export interface ImportController {
  readonly choices: ImportChoices;
  readonly source: ImportFile;
  /** A call is under way or a job runs. */
  readonly busy: boolean;
  readonly job: JobRow | undefined;
  readonly operation: ImportOperation;
  /** Columns of the file that fit no field by themselves. */
  readonly columns: readonly OpenColumn[];
  choose(change: Partial<ImportChoices>): void;
  take(file: File): void;
  chooseSheet(sheet: number): void;
  /** The heading stands in this row, or in this one and the next. */
  chooseHeading(row: number, rows: 1 | 2): void;
  /** The field that a column is brought in as: chosen, else offered; '' leaves it out, null is not decided. */
  fieldOf(column: OpenColumn): string | null;
  map(header: string, field: string): void;
  /**
   * Sends the file unless it was sent before, and starts the job; gives what stands in the way of that. `again` brings
   * the same file in once more; `change` is chosen with it.
   */
  start(
    operation: ImportOperation,
    dryRun: boolean,
    again?: boolean,
    change?: Partial<ImportChoices>,
  ): Promise<ImportPause | undefined>;
  stop(): void;
}

function openColumns(preview: ImportPreview): OpenColumn[] {
  return preview.columns.filter(({ by, field }) => by === 'remembered' || by === 'guess' || field === null);
}

/** Controls the import of `dataset`; `batch` is a remark that stands already. */
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
  const job = useJob(jobId);
  const detail = useJobDetail(job !== undefined && !isRunning(job) ? job.id : undefined);
  const started = useJobStarted();
  const preview = source.looked?.preview;
  const columns = preview ? openColumns(preview) : (detail?.columns?.unknown ?? []);
  const fieldOf = ({ header, field }: OpenColumn) => mapping[header] ?? field;
  const choose = (change: Partial<ImportChoices>) => setChoices(old => ({ ...old, ...change }));
  const startOver = () => {
    setJobId(undefined);
    setMapping({});
    choose({ skipHidden: false, skipBeside: false });
  };

  return {
    choices,
    source,
    busy: starting || (job !== undefined && isRunning(job)),
    job,
    operation,
    columns,
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
    async start(wanted, dryRun, again = false, change = {}) {
      const { file } = source;
      if (!file) return undefined;
      setStarting(true);
      setOperation(wanted);
      setJobId(undefined);
      choose(change);
      try {
        const found = await source.ready();
        if (found.path === undefined) return undefined;
        // What cannot be looked at can be imported all the same; what is refused here would be refused there.
        if (found.error && found.error.reason !== 'previewFailed') return { refused: found.error.message };
        const open = found.preview ? openColumns(found.preview) : columns;
        if (open.length > 0 && found.preview !== preview) return { columns: 'unseen' };
        if (open.some(column => fieldOf(column) === null)) return { columns: 'open' };
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
          }),
        );
        started();
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
      if (job?.cancellable) void cancelJob(job.id).then(started, () => undefined);
    },
  };
}
