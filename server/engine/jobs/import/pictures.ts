import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ImportPreview } from '@yikao/model/calls/import-columns.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isPersonalFile } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { withoutMarks } from '@yikao/model/rules/compare-text.ts';
import { sql } from 'kysely';
import {
  noNotes,
  type SheetRow,
  type Workbook,
  WorkbookError,
  type ZipEntry,
  ZipReader,
} from '../../../excel/index.ts';
import type { Engine } from '../../engine.ts';
import { headBytes, type KindName, kindOf } from '../../files/kinds.ts';
import { audience } from '../../files/readers.ts';
import { storeUpload } from '../../files/store.ts';
import type { UploadFile } from '../../files/upload-file.ts';
import { type Actor, thawActor } from '../../scope/actor.ts';
import type { Job } from '../lifecycle/job.ts';
import { pictureHeader } from '../sheet/column-match.ts';
import type { JobContext } from '../work.ts';
import { ReferenceNames } from './reference-names.ts';

/** Kinds of files that an image field takes (domain 4.14). */
const pictureKinds: readonly KindName[] = ['jpeg', 'png', 'gif', 'webp'];

/** Rows handed on at once: each has been a picture in memory. */
const batchRows = 50;

/** Names that a look shows. */
const shownNames = 5;

const megabyte = 1024 * 1024;

/** Placeholder address, in a dry run, of a picture that is not stored yet. */
const notKept = '/checked/not-kept';

/**
 * A zip of pictures, read like a sheet of three columns: the file's name, the key of the row it names, and the path of
 * the stored picture. One picture at a time is in memory; names are looked up and never used as paths.
 */
export interface PictureArchive extends Workbook {
  /** Until then rows are only listed. From now on pictures after row `after` are checked, and stored if requested. */
  begin(options: { readonly keep: boolean; readonly after: number }): void;
  /** The fault of the picture of a row that was read. */
  issuesOf(row: number): readonly Issue[];
}

/** Opens the zip at `path` for a kind of import that takes pictures. Throws `WorkbookError` if it is not a zip. */
export async function openPictures(
  { engine }: JobContext,
  job: Job,
  dataset: AnyDataset,
  path: string,
): Promise<PictureArchive> {
  const actor = thawActor(job.actor);
  const { kind } = dataset.excel ?? {};
  const { into = '', by = [] } = kind?.pictures ?? {};
  const where = kind?.sets ?? {};
  const names = await ReferenceNames.load(
    engine,
    engine.db,
    dataset,
    dataset.key,
    { kind: 'ref', to: dataset.name, label: dataset.label, required: false, where },
    actor,
    by,
  );
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const zip = await ZipReader.open(handle, size);
    const told = { by, within: Object.keys(where).length > 0 };
    return new Archive(engine, actor, dataset, into, told, names, zip, size, () => handle.close());
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Entries for pictures: without folders and the files that macOS and Windows add. */
function picturesIn(zip: ZipReader): readonly ZipEntry[] {
  const beside = /(?:^|\/)(?:__MACOSX\/.*|\.[^/]*|Thumbs\.db|desktop\.ini|)$/i;
  return zip.entries.filter(({ name }) => !beside.test(name));
}

/** The bare name of the file, without its folders. */
function fileName({ name }: ZipEntry): string {
  return withoutMarks(name.slice(name.lastIndexOf('/') + 1));
}

class Archive implements PictureArchive {
  readonly format = 'csv';
  readonly names = [];
  readonly notes = noNotes();
  readonly merged = async () => [];
  /** The pictures of the zip itself are its rows. */
  readonly pictures = async () => [];
  readonly sheets: Workbook['sheets'];
  readonly totalBytes: number;
  readonly close: () => Promise<void>;
  private readonly entries: readonly ZipEntry[];
  private readonly problems = new Map<number, readonly Issue[]>();
  private readonly engine: Engine;
  private readonly actor: Actor;
  private readonly dataset: AnyDataset;
  private readonly into: string;
  /** The fields that pictures are named by, and whether the rows are those of a chosen range, such as an exam. */
  private readonly told: { readonly by: readonly string[]; readonly within: boolean };
  private readonly rowNames: ReferenceNames;
  private readonly zip: ZipReader;
  private reading: { readonly keep: boolean; readonly after: number } | undefined;

  constructor(
    engine: Engine,
    actor: Actor,
    dataset: AnyDataset,
    into: string,
    told: Archive['told'],
    rowNames: ReferenceNames,
    zip: ZipReader,
    size: number,
    close: () => Promise<void>,
  ) {
    this.engine = engine;
    this.actor = actor;
    this.dataset = dataset;
    this.into = into;
    this.told = told;
    this.rowNames = rowNames;
    this.zip = zip;
    this.totalBytes = size;
    this.close = close;
    this.entries = picturesIn(zip);
    this.sheets = [{ name: dataset.label[actor.language], index: 0, hidden: false }];
  }

  begin(options: { readonly keep: boolean; readonly after: number }): void {
    this.reading = options;
  }

  issuesOf(row: number): readonly Issue[] {
    return this.problems.get(row) ?? [];
  }

  bytesRead(): number {
    return this.zip.packedRead;
  }

  async *rows(): AsyncGenerator<SheetRow[]> {
    const { language } = this.actor;
    const label = (name: string) => this.dataset.fields[name]?.label[language];
    yield [{ number: 1, cells: [pictureHeader[language], label(this.dataset.key), label(this.into)] }];
    let batch: SheetRow[] = [];
    for (const [at, entry] of this.entries.entries()) {
      batch.push(await this.row(at + 2, entry));
      if (batch.length < batchRows) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  private async row(number: number, entry: ZipEntry): Promise<SheetRow> {
    const name = fileName(entry);
    const found = this.rowOf(name);
    const isKnown = typeof found === 'number';
    const { reading } = this;
    if (!reading || number <= reading.after) {
      return { number, cells: [name, isKnown ? found : undefined, undefined] };
    }
    const picture = await this.picture(entry);
    const wrong = [...(isKnown ? [] : [found]), ...('problem' in picture ? [picture.problem] : [])];
    if (wrong.length > 0) this.problems.set(number, wrong);
    const path =
      'problem' in picture || !isKnown ? undefined : await this.pathOf(picture.bytes, name, reading.keep);
    return { number, cells: [name, isKnown ? found : undefined, path] };
  }

  /** The key of the row that a file's name names, or the problem with it. */
  private rowOf(file: string): number | Issue {
    const { key, fields } = this.dataset;
    const value = file.replace(/\.[^.]*$/, '').slice(0, 64);
    const found = this.rowNames.resolve(key, value, {});
    if (typeof found === 'number') return found;
    const { by, within } = this.told;
    const told = (language: Language) => {
      const names = by.map(name => fields[name]?.label[language] ?? name);
      return language === 'zh'
        ? `${within ? '所选范围内' : ''}${names.join('或')}为“${value}”的记录`
        : `row with the ${names.join(' or ')} "${value}"${within ? ' in the chosen range' : ''}`;
    };
    const code = found.code === 'ambiguousName' ? 'pictureOfSeveral' : 'pictureOfNobody';
    return issue(key, code, { file: file.slice(0, 64), zh: told('zh'), en: told('en') });
  }

  /** The bytes of a picture that the image field accepts, or the problem with it. */
  private async picture(entry: ZipEntry): Promise<{ readonly bytes: Buffer } | { readonly problem: Issue }> {
    const tooLarge = issue(this.into, 'pictureTooLarge', { max: limits.imageBytes / megabyte });
    if (entry.unpacked > limits.imageBytes) return { problem: tooLarge };
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of this.zip.stream(entry, { partBytes: limits.imageBytes })) chunks.push(chunk);
    } catch (error) {
      if (!(error instanceof WorkbookError)) throw error;
      // The entry is larger than the directory states: only this picture is refused.
      return { problem: error.code === 'zipBomb' ? tooLarge : issue(this.into, 'badPicture') };
    }
    const bytes = Buffer.concat(chunks);
    const kind = kindOf(bytes.subarray(0, headBytes));
    const isPicture = kind !== undefined && pictureKinds.includes(kind) && isWhole(kind, bytes);
    return isPicture ? { bytes } : { problem: issue(this.into, 'badPicture') };
  }

  /** The readers of the pictures: people who reach the rows, if the pictures are personal. */
  private audience() {
    const field = this.dataset.fields[this.into];
    return field && isPersonalFile(field) ? audience.rows : audience.everybody;
  }

  /** Path of the stored picture: equal pictures are stored once, so that repeating a zip changes nothing. */
  private async pathOf(bytes: Buffer, name: string, keep: boolean): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const kept = await sql<Pick<UploadFile, 'path'>>`
      select path from t_upload_file where sha256 = ${sha256} and usage = 2 and audience = ${this.audience()} order by file_id limit 1`.execute(
      this.engine.db,
    );
    const path = kept.rows[0]?.path;
    if (path !== undefined) return path;
    if (!keep) return `${notKept}/${randomBytes(8).toString('hex')}`;
    return storeUpload(
      this.engine,
      { kinds: pictureKinds, audience: this.audience() },
      { content: Readable.from([bytes]), name, bytes: bytes.length, by: this.actor },
    );
  }
}

/** Reports whether a picture ends as its kind does: one that was cut off shows in grey from somewhere on. */
function isWhole(kind: KindName, bytes: Buffer): boolean {
  // Cameras and phones append data after the end.
  const has = (mark: Buffer) => bytes.lastIndexOf(mark) > 0;
  if (kind === 'jpeg') return has(Buffer.from([0xff, 0xd9]));
  if (kind === 'png') return has(Buffer.from('IEND'));
  if (kind === 'gif') return has(Buffer.from([0x3b]));
  return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 <= bytes.length;
}

/** A zip of pictures before it is imported: the names of the first ones. Throws `workbookUnreadable`. */
export async function previewPictures(
  engine: Engine,
  actor: Actor,
  filePath: string,
): Promise<ImportPreview> {
  const copy = await engine.files.localCopy(filePath.replace(/^\//, ''));
  try {
    const handle = await open(copy.path, 'r');
    try {
      const pictures = picturesIn(await ZipReader.open(handle, (await handle.stat()).size));
      return {
        format: 'zip',
        sheets: [],
        sheet: 0,
        heading: null,
        headingRows: [],
        columns: [{ header: pictureHeader[actor.language], field: '', by: 'none' }],
        rows: pictures
          .slice(0, shownNames)
          .map((entry, at) => ({ row: at + 2, cells: [fileName(entry).slice(0, 80)] })),
        groups: [],
        tables: [],
        wanted: [],
        repeated: [],
        filled: [],
        unread: { noResult: 0, pictures: 0, cells: [] },
        floating: { count: 0, cells: [] },
        missing: [],
      };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    throw failure('workbookUnreadable', { params: { why: error.text(actor.language) } });
  } finally {
    await copy.release();
  }
}
