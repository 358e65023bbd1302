import { importCalls } from '@yikao/model/calls/job-calls.ts';
import type { JobKind } from '@yikao/model/jobs/job-kind.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { download } from '../api/transfer.ts';
import { uploadWorkbook } from '../calls/job-calls.ts';

/** Workbooks that a job over a file takes. */
export const jobFiles = '.xlsx,.xls,.csv';

/** Downloads a workbook with the columns that a kind of job reads; a failure has been shown when it settles. */
export function downloadJobTemplate({ file }: Pick<JobKind, 'file'>, title: string): void {
  const { tableId = 0, columns = [] } = file ?? {};
  void download(
    importCalls.template,
    { query: { tableId, title, fieldNames: [...columns] } },
    `${title}.xlsx`,
  ).catch(() => undefined);
}

/** Uploads a workbook and starts the job that reads it; an upload ends with the dialog. */
export function useFileJob() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  /** Calls `start` with the path of the uploaded file; a refusal is the `problem`. */
  const run = async (file: File, start: (filePath: string) => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await start(await uploadWorkbook(file, () => {}, gone.current.signal));
    } catch (error) {
      // An upload that was given up needs no word.
      if (error instanceof ApiError) setProblem(error.message);
      else if (!gone.current.signal.aborted) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, run };
}
