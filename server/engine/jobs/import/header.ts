import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { childColumn, combinedColumn, mostChildColumns } from '@yikao/model/kernel/import-kinds.ts';
import { type Label, type Language, label } from '@yikao/model/kernel/label.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import type { Workbook } from '../../../excel/index.ts';
import type { Actor } from '../../actor.ts';
import type { Engine } from '../../engine.ts';
import { JobFailure } from '../lifecycle/failure.ts';
import type { Job, JobFinding } from '../lifecycle/job.ts';
import { childHeaders, type IsChild } from '../sheet/child-columns.ts';
import { firstRows, type Heading, type HeadingWish, headingOf } from '../sheet/header-row.ts';
import {
  columnsByTemplate,
  columnsPassedOver,
  type HeaderMap,
  knownHeaders,
  mapHeaders,
  offerFields,
} from '../sheet/headers.ts';
import { missingFields } from '../sheet/missing-fields.ts';
import { rememberedMapping } from '../sheet/remembered-mapping.ts';
import {
  foreignTemplate,
  type Signature,
  signatureOf,
  signedColumns,
  templateNames,
} from '../sheet/template-signature.ts';
import { isOwnSheet, namedColumns, namedRow, signatureRows } from '../sheet/workbook-sheets.ts';
import { jobText } from '../text.ts';

/** The sheet whose header is read, and for whom. */
interface Options {
  readonly engine: Engine;
  readonly dataset: AnyDataset;
  readonly actor: Actor;
  /** Values that rows have whatever stands in the file. */
  readonly forced: Readonly<RowValues>;
  readonly op: Job['op'];
  readonly workbook: Workbook;
  readonly sheet: number;
  /** Where the person has said that the heading stands. */
  readonly wish: HeadingWish;
  /** Which field each column is, as the person has said. */
  readonly mapping: Parameters<typeof mapHeaders>[3];
}

/** Names of one complaint, and how much of each: a sheet can have thousands of columns. */
const shownNames = 20;
const shownLength = 64;

/** The columns by the names that findings call them by: fields, and children by their headers. */
function columnsOfFindings(
  dataset: AnyDataset,
  { fields, children, combined, joined }: HeaderMap,
): (readonly [index: number, name: string])[] {
  const perChild = dataset.excel?.kind?.perChild;
  return [
    ...fields,
    ...[...joined].map(([index, { field }]) => [index, field] as const),
    ...[...combined].map(([index, column]) => [index, combinedColumn(column)] as const),
    ...[...children].map(
      ([index, header]) => [index, perChild ? childColumn(perChild, header) : header] as const,
    ),
  ];
}

/** The header of an imported sheet: where it stands, and which field each of its columns is. */
export class ImportHeader {
  private readonly options: Options;
  private signature: Signature | undefined;
  private isChild: IsChild | undefined;

  constructor(options: Options) {
    this.options = options;
  }

  /**
   * The heading, which may stand beneath a title. Throws {@link JobFailure} for the template of another dataset, and
   * where there is none.
   */
  async find(): Promise<Heading> {
    const { dataset, op, workbook, sheet, mapping, wish } = this.options;
    const chosen = workbook.sheets[sheet];
    if (chosen && isOwnSheet(chosen)) {
      throw new JobFailure(jobText('ownSheet', { name: chosen.name }));
    }
    await this.readSignature();
    const rows = await firstRows(workbook, sheet);
    const isChild = await this.children();
    const heading = headingOf(rows, namedRow(workbook, sheet), wish, cells =>
      knownHeaders(dataset, op, cells, mapping, isChild),
    );
    if (!heading) throw new JobFailure(jobText('noHeader'));
    return heading;
  }

  /**
   * Finds the field of each column of the heading that {@link find} has found. Throws {@link JobFailure} with all
   * that was found out when columns are unknown or named twice, or a field that must be there is not.
   */
  async read({ cells }: Heading): Promise<{ headers: HeaderMap; finding: JobFinding }> {
    const { engine, dataset, actor, forced, op, workbook, sheet, mapping } = this.options;
    const { language } = actor;
    const signed = signedColumns(dataset, namedColumns(workbook, sheet));
    const headers = mapHeaders(dataset, op, cells, mapping, this.signature, signed, await this.children());
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
    if (headers.children.size > mostChildColumns)
      throw new JobFailure(jobText('tooManyChildren', { max: mostChildColumns }), finding);
    const { fields, children, combined, joined } = headers;
    if (fields.size + children.size + combined.size + joined.size === 0)
      throw new JobFailure(jobText('noHeader'));
    return { headers, finding };
  }

  /** The headers that are names of children; looked up once. */
  private async children(): Promise<IsChild> {
    const { engine, dataset, actor, forced } = this.options;
    this.isChild ??= await childHeaders(engine, dataset, actor, forced);
    return this.isChild;
  }

  /** Reads what our templates say of themselves. */
  private async readSignature(): Promise<void> {
    const { dataset, workbook } = this.options;
    const rows = await signatureRows(workbook);
    this.signature = rows && signatureOf(rows);
    const foreign = foreignTemplate(this.signature, dataset);
    if (!foreign) return;
    throw new JobFailure(jobText('wrongTemplate', templateNames(foreign, dataset)));
  }
}
