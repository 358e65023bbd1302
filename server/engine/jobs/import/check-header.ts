import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { combinedColumn, headedColumn } from '@yikao/model/kernel/import-kinds.ts';
import { type Label, type Language, label } from '@yikao/model/kernel/label.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import type { Cell, Workbook } from '../../../excel/index.ts';
import type { Engine } from '../../engine.ts';
import type { Actor } from '../../scope/actor.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import type { Job, JobFinding } from '../lifecycle/job.ts';
import { childHeaders, type IsChild } from '../sheet/child-columns.ts';
import { columnGroups, type GroupWish, mostGroups } from '../sheet/column-groups.ts';
import {
  filledFields,
  type HeaderMap,
  knownHeaders,
  likelyHeaders,
  mapHeaders,
} from '../sheet/column-match.ts';
import { columnsByTemplate, columnsPassedOver, offerFields } from '../sheet/column-offers.ts';
import { choosable, firstRows, type Heading, type HeadingWish, headingOf, texts } from '../sheet/heading.ts';
import { missingFields } from '../sheet/missing-fields.ts';
import { rememberedMapping } from '../sheet/remembered-mapping.ts';
import type { GivenCells } from '../sheet/row-reader.ts';
import { type FileTable, rowsNear, TableSource, type TableWish } from '../sheet/table-source.ts';
import {
  foreignTemplate,
  type Signature,
  signatureOf,
  signedColumns,
  templateNames,
} from '../sheet/template-signature.ts';
import { isOwnSheet, namedColumns, namedRow, signatureRows } from '../sheet/workbook-sheets.ts';
import { jobText } from '../text.ts';

/** The sheet to read the header of, and its reader. */
interface Options {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  /** Values of all rows, whatever the file contains. */
  readonly forced: Readonly<RowValues>;
  readonly op: Job['op'];
  readonly workbook: Workbook;
  readonly sheet: number;
  /** Position of the heading as chosen by the person. */
  readonly wish: HeadingWish;
  /** The tables of a file with several, as chosen by the person. */
  readonly tables: readonly TableWish[];
  /** Meanings of upper headings, as chosen by the person. */
  readonly groups: GroupWish;
  /** Values that a person has given for the whole file, as cells of every row. */
  readonly given: GivenCells;
  /** The fields of columns, as chosen by the person. */
  readonly mapping: Parameters<typeof mapHeaders>[3];
}

/** Most names listed in one message, and their length: a sheet can have thousands of columns. */
const shownNames = 20;
const shownLength = 64;

/** The columns by their names in findings: fields, and children by their headers. */
function columnsOfFindings(
  dataset: AnyDataset,
  { fields, children, combined, joined, groups, headers }: HeaderMap,
): (readonly [index: number, name: string])[] {
  const perChild = dataset.excel?.kind?.perChild;
  return [
    ...fields,
    ...[...joined].map(([index, { field }]) => [index, field] as const),
    ...groups.flatMap(group =>
      [...group.fields].map(([index, field]) => [index, headedColumn(field, headers[index] ?? '')] as const),
    ),
    ...[...combined].map(([index, column]) => [index, combinedColumn(column)] as const),
    ...[...children].map(
      ([index, header]) => [index, perChild ? headedColumn(perChild.value, header) : header] as const,
    ),
  ];
}

/** The header of an imported sheet: its position, and the field of each column. */
export class ImportHeader {
  private readonly options: Options;
  private signature: Signature | undefined;
  private isChild: IsChild | undefined;

  constructor(options: Options) {
    this.options = options;
  }

  /**
   * The rows below the heading, which may follow a title, and below the further headings the person has named. Throws
   * {@link JobFailure} for the template of another dataset, and if there is no heading.
   */
  async find(): Promise<TableSource> {
    const { dataset, op, workbook, sheet, mapping, wish, tables, actor } = this.options;
    await this.readSignature();
    const isChild = await this.children();
    const known = {
      sure: (cells: readonly Cell[]) => knownHeaders(dataset, op, cells, mapping, isChild),
      likely: (cells: readonly Cell[]) => likelyHeaders(dataset, op, cells),
    };
    const isHeading = (cells: readonly Cell[]) => {
      const count = texts(cells).filter(text => text !== '').length;
      return known.sure(cells) >= Math.min(count, 2) && known.sure(cells) * 2 >= count;
    };
    const found: FileTable[] = [];
    for (const table of tables.length > 0 ? tables : [{ ...wish, sheet, values: {} }]) {
      const chosen = workbook.sheets[table.sheet];
      if (chosen && isOwnSheet(chosen)) throw new JobFailure(jobText('ownSheet', { name: chosen.name }));
      const far = table.headerRow !== undefined && table.headerRow > choosable;
      const rows = far
        ? await rowsNear(workbook, table.sheet, (table.headerRow ?? 0) + 1)
        : await firstRows(workbook, table.sheet);
      const heading = headingOf(rows, namedRow(workbook, table.sheet), table, known);
      if (!heading) throw new JobFailure(jobText('noHeader'));
      found.push({ sheet: table.sheet, heading, values: table.values });
    }
    const [first, ...others] = found;
    if (!first) throw new JobFailure(jobText('noHeader'));
    return new TableSource(
      workbook,
      [first, ...others],
      name => fieldOf(dataset, name)?.label[actor.language] ?? name,
      isHeading,
    );
  }

  /**
   * Finds the field of each column of the heading from {@link find}. Throws {@link JobFailure} with all problems if
   * columns are unknown or duplicated, or a required field is missing.
   */
  async read(heading: Heading): Promise<{ headers: HeaderMap; finding: JobFinding }> {
    const { engine, dataset, actor, op, workbook, sheet, mapping, given } = this.options;
    const forced = { ...this.options.forced, ...given };
    const { cells } = heading;
    const { language } = actor;
    const signed = signedColumns(dataset, namedColumns(workbook, sheet));
    const groups = await columnGroups(engine, dataset, actor, op, heading, forced, this.options.groups);
    const headers = mapHeaders(
      dataset,
      op,
      cells,
      mapping,
      this.signature,
      signed,
      await this.children(),
      groups,
    );
    const lacking = missingFields(dataset, op, forced, headers).map(
      name => fieldOf(dataset, name)?.label ?? label(name, name),
    );
    const missing = lacking.map(name => name[language]);
    const unknown =
      headers.unknown.length === 0
        ? []
        : offerFields(dataset, op, headers, await rememberedMapping(engine.db, actor, dataset));
    const finding: JobFinding = {
      columns: {
        unknown,
        repeated: [...headers.repeated],
        missing,
        byTemplate: columnsByTemplate(dataset, headers, language),
        passedOver: columnsPassedOver(dataset, op, headers),
      },
      fields: columnsOfFindings(dataset, headers),
    };
    const complain = (key: Parameters<typeof jobText>[0], names: readonly (string | Label)[]) => {
      if (names.length === 0) return;
      const shown = (of: Language) =>
        names
          .slice(0, shownNames)
          .map(name => (typeof name === 'string' ? name : name[of]).slice(0, shownLength));
      const list = label(shown('zh').join('、'), shown('en').join(', '));
      throw new JobFailure(jobText(key, { names: list }), finding);
    };
    complain('unknownColumns', headers.unknown);
    complain('repeatedColumns', headers.repeated);
    complain('missingColumns', lacking);
    if (headers.children.size > limits.childColumnsMax)
      throw new JobFailure(jobText('tooManyChildren', { max: limits.childColumnsMax }), finding);
    if (groups.length > mostGroups)
      throw new JobFailure(jobText('tooManyGroups', { max: mostGroups }), finding);
    if (filledFields(dataset, headers).size === 0) throw new JobFailure(jobText('noHeader'));
    return { headers, finding };
  }

  /** The headers that are names of children; looked up once. */
  private async children(): Promise<IsChild> {
    const { engine, dataset, actor, forced } = this.options;
    this.isChild ??= await childHeaders(engine, dataset, actor, forced);
    return this.isChild;
  }

  /** Reads the signature of one of our templates. */
  private async readSignature(): Promise<void> {
    const { dataset, workbook } = this.options;
    const rows = await signatureRows(workbook);
    this.signature = rows && signatureOf(rows);
    const foreign = foreignTemplate(this.signature, dataset);
    if (!foreign) return;
    throw new JobFailure(jobText('wrongTemplate', templateNames(foreign, dataset)));
  }
}
