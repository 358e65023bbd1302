import type { ImportPreview } from '@yikao/model/calls/import-columns.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { forgetHeader, previewImport } from '../calls/import-calls.ts';
import { uploadWorkbook } from '../calls/job-calls.ts';
import type { ImportOperation } from './use-import-controller.ts';
import type { GroupMeaning } from './use-import-layout.ts';

/** The outcome of a file that was sent and looked at. */
export interface LookedAt {
  /** Path of the stored file; undefined if it was aborted, or failed, which has been shown. */
  readonly path: string | undefined;
  readonly preview: ImportPreview | undefined;
  /** Why the file cannot be imported here, or cannot be looked at. */
  readonly error: ApiError | undefined;
}

/** The file of an import: uploaded as soon as it is chosen, and previewed afterwards. */
export interface ImportFile {
  readonly file: File | undefined;
  /** Share of the file sent, 0 to 1, while it is sent. */
  readonly sent: number | undefined;
  /** The stored file is being looked at. */
  readonly looking: boolean;
  readonly looked: LookedAt | undefined;
  take(file: File): void;
  /** Looks at another sheet. */
  chooseSheet(sheet: number): void;
  /** Looks again, with the heading in this row, or in this one and the next. */
  chooseHeading(row: number, rows: 1 | 2): void;
  /** Looks again, with these meanings of upper headings. */
  lookWith(groups: Readonly<Record<string, GroupMeaning>>): void;
  /** Forgets the choice for a header in an earlier file, and reloads the preview. */
  forget(header: string): void;
  /** Resolves when the file is uploaded and previewed; uploads it again after a failure. */
  ready(): Promise<LookedAt>;
  /** Aborts a running upload. */
  giveUp(): void;
}

/** Position of the table in a workbook; omitted parts are detected. */
interface Place {
  readonly sheet?: number | undefined;
  readonly headerRow?: number | undefined;
  readonly headerRows?: 1 | 2 | undefined;
  readonly groups?: Readonly<Record<string, GroupMeaning>>;
}

/** The position of the table shown to the person. */
export function placeOf({ sheet, heading }: ImportPreview): Place {
  return { sheet, headerRow: heading?.row, headerRows: heading?.rows === 2 ? 2 : 1 };
}

const nothing: LookedAt = { path: undefined, preview: undefined, error: undefined };

/** Controls the file of an import. It continues while the page is in the background. */
export function useImportFile(dataset: AnyDataset, op: ImportOperation): ImportFile {
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [looking, setLooking] = useState(false);
  const [looked, setLooked] = useState<LookedAt>();
  const underWay = useRef<{ readonly gone: AbortController; readonly end: Promise<LookedAt> }>(null);

  const look = async (path: string, name: string, place: Place, signal: AbortSignal) => {
    setLooking(true);
    try {
      const preview = await previewImport(
        dataset,
        { op, filePath: path, originName: name, ...place },
        signal,
      );
      return { path, preview, error: undefined };
    } catch (error) {
      return { path, preview: undefined, error: error instanceof ApiError ? error : undefined };
    } finally {
      if (!signal.aborted) setLooking(false);
    }
  };

  const begin = (act: (signal: AbortSignal) => Promise<LookedAt>): Promise<LookedAt> => {
    underWay.current?.gone.abort();
    const gone = new AbortController();
    const end = act(gone.signal).then(found => {
      if (!gone.signal.aborted) setLooked(found);
      return found;
    });
    underWay.current = { gone, end };
    return end;
  };

  const sendAndLook = (chosen: File) =>
    begin(async signal => {
      setSent(0);
      // An upload shows its own failures, and needs no message if aborted.
      const path = await uploadWorkbook(chosen, share => !signal.aborted && setSent(share), signal).catch(
        () => undefined,
      );
      if (!signal.aborted) setSent(undefined);
      return path === undefined ? nothing : look(path, chosen.name, {}, signal);
    });

  const lookAgain = (place: Place) => {
    const path = looked?.path;
    if (file && path !== undefined) void begin(signal => look(path, file.name, place, signal));
  };

  return {
    file,
    sent,
    looking,
    looked,
    take(next) {
      setFile(next);
      setLooked(undefined);
      setLooking(false);
      void sendAndLook(next);
    },
    chooseSheet: sheet => lookAgain({ sheet }),
    chooseHeading: (headerRow, headerRows) =>
      lookAgain({ sheet: looked?.preview?.sheet, headerRow, headerRows }),
    lookWith: groups => looked?.preview && lookAgain({ ...placeOf(looked.preview), groups }),
    forget(header) {
      void forgetHeader(dataset, header).then(
        () => looked?.preview && lookAgain(placeOf(looked.preview)),
        () => undefined,
      );
    },
    async ready() {
      const found = await underWay.current?.end;
      return found?.path === undefined && file ? sendAndLook(file) : (found ?? nothing);
    },
    giveUp: () => underWay.current?.gone.abort(),
  };
}
