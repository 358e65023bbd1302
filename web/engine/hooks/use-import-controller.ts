import type { ImportMode, JobRow } from '@yikao/model/calls/jobs.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { notice } from '../api/notice.ts';
import { cancelJob, startImport, uploadWorkbook } from '../calls/job-calls.ts';
import { isRunning, useJob, useJobStarted } from './use-jobs.ts';

/** How rows are brought in. */
export interface ImportChoices {
  readonly batch: string;
  readonly mode: ImportMode;
  readonly onError: 'skip' | 'abort';
}

/** What to do with the file. */
export type ImportOperation = 'import' | 'batchUpdate';

/** An import without its looks: the file, what was chosen, the job that runs, and what became of it. */
export interface ImportController {
  readonly choices: ImportChoices;
  readonly file: File | undefined;
  /** Share of the file sent, 0 to 1, while it is sent. */
  readonly sent: number | undefined;
  /** A call is under way or a job runs. */
  readonly busy: boolean;
  readonly job: JobRow | undefined;
  readonly operation: ImportOperation;
  readonly mapping: Readonly<Record<string, string>>;
  choose(change: Partial<ImportChoices>): void;
  take(file: File | undefined): void;
  map(header: string, field: string): void;
  /**
   * Sends the file unless it was sent before, and starts the job. Gives the question to ask when the same file
   * was brought in before; `again` answers it.
   */
  start(operation: ImportOperation, dryRun: boolean, again?: boolean): Promise<string | undefined>;
  stop(): void;
}

/** Controls the import of `dataset`. */
export function useImportController(dataset: AnyDataset, purpose: ImportOperation): ImportController {
  const [choices, setChoices] = useState<ImportChoices>({ batch: '', mode: 'upsert', onError: 'skip' });
  const [file, setFile] = useState<File>();
  const [path, setPath] = useState<string>();
  const [sent, setSent] = useState<number>();
  const [starting, setStarting] = useState(false);
  const [jobId, setJobId] = useState<number>();
  const [operation, setOperation] = useState<ImportOperation>(purpose);
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const job = useJob(jobId);
  const started = useJobStarted();
  const sending = useRef<AbortController>(null);

  // Closing the dialog gives up a file that is still on its way; a job that was started goes on.
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (chosen: File): Promise<string> => {
    if (path) return path;
    const gone = new AbortController();
    sending.current = gone;
    setSent(0);
    try {
      const stored = await uploadWorkbook(chosen, setSent, gone.signal);
      setPath(stored);
      return stored;
    } finally {
      setSent(undefined);
    }
  };

  return {
    choices,
    file,
    sent,
    busy: starting || (job !== undefined && isRunning(job)),
    job,
    operation,
    mapping,
    choose: change => setChoices(old => ({ ...old, ...change })),
    take(next) {
      sending.current?.abort();
      setFile(next);
      setPath(undefined);
      setJobId(undefined);
      setMapping({});
    },
    map: (header, field) => setMapping(old => ({ ...old, [header]: field })),
    async start(wanted, dryRun, again = false) {
      if (!file) return undefined;
      setStarting(true);
      setOperation(wanted);
      setJobId(undefined);
      try {
        // An upload tells by itself why it failed, and needs no word when it was given up.
        const filePath = await send(file).catch(() => undefined);
        if (filePath === undefined) return undefined;
        const { batch, mode, onError } = choices;
        setJobId(
          await startImport(dataset, wanted, {
            importBatch: batch.trim(),
            filePath,
            originName: file.name,
            mode,
            onError,
            dryRun,
            mapping,
            again,
          }),
        );
        started();
      } catch (error) {
        if (error instanceof ApiError && error.reason === 'sameFile') return error.message;
        if (error instanceof ApiError && error.status !== 401) notice.error(error.message);
      } finally {
        setStarting(false);
      }
      return undefined;
    },
    stop() {
      sending.current?.abort();
      if (job?.cancellable) void cancelJob(job.id).then(started, () => undefined);
    },
  };
}
