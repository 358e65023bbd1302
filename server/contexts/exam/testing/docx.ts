import JSZip from 'jszip';

/** A part of the body of a document, as XML. */
export type Body = string;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A run with a text; `underlined` as a place to fill. */
export function run(text: string, underlined = false): string {
  const inner = text
    .split('\t')
    .map(part => `<w:t xml:space="preserve">${escaped(part)}</w:t>`)
    .join('<w:tab/>');
  return `<w:r>${underlined ? '<w:rPr><w:u w:val="single"/></w:rPr>' : ''}${inner}</w:r>`;
}

/** A paragraph of runs, in a list where one is given. */
export function paragraph(content: string, list?: { readonly id: number; readonly level?: number }): Body {
  const numbered = list
    ? `<w:pPr><w:numPr><w:ilvl w:val="${list.level ?? 0}"/><w:numId w:val="${list.id}"/></w:numPr></w:pPr>`
    : '';
  return `<w:p>${numbered}${content.startsWith('<') ? content : run(content)}</w:p>`;
}

/** A picture within the line, by its place among those of the document, from 1. */
export function picture(no: number): string {
  return `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${no}" name="p"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdP${no}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
}

/** A table of cells of text. */
export function table(rows: readonly (readonly string[])[]): Body {
  const cell = (text: string) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`;
  return `<w:tbl>${rows.map(row => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}

/** A formula of Word. */
export function formula(omml: string): string {
  return `<m:oMath>${omml}</m:oMath>`;
}

/** A list: numbers of its levels, such as `['decimal', '%1.']`. */
export interface ListKind {
  readonly id: number;
  readonly levels: readonly (readonly [format: string, text: string])[];
  /** A list of the same kind that begins again. */
  readonly like?: number;
}

const spaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ');

/** A Word document of these parts, as bytes. */
export async function docx(
  body: readonly Body[],
  {
    pictures = [],
    lists = [],
    more = {},
  }: {
    readonly pictures?: readonly {
      readonly name: string;
      readonly bytes: Buffer;
      readonly external?: string;
    }[];
    readonly lists?: readonly ListKind[];
    /** Further parts, or other contents of those that there are. */
    readonly more?: Readonly<Record<string, string | Buffer>>;
  } = {},
): Promise<Buffer> {
  const zip = new JSZip();
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  zip.file(
    '[Content_Types].xml',
    `${head}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="wmf" ContentType="image/x-wmf"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  );
  zip.file(
    '_rels/.rels',
    `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  const links = pictures.map(({ name, external }, at) =>
    external
      ? `<Relationship Id="rIdP${at + 1}" Type="${office}/image" Target="${external}" TargetMode="External"/>`
      : `<Relationship Id="rIdP${at + 1}" Type="${office}/image" Target="media/${name}"/>`,
  );
  zip.file(
    'word/_rels/document.xml.rels',
    `${head}<Relationships xmlns="${relations}">${links.join('')}<Relationship Id="rIdN" Type="${office}/numbering" Target="numbering.xml"/></Relationships>`,
  );
  const levels = ({ levels: all }: ListKind) =>
    all
      .map(
        ([format, text], at) =>
          `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`,
      )
      .join('');
  const kinds = lists.filter(({ like }) => like === undefined);
  zip.file(
    'word/numbering.xml',
    `${head}<w:numbering ${spaces}>${kinds.map(one => `<w:abstractNum w:abstractNumId="${one.id}">${levels(one)}</w:abstractNum>`).join('')}${lists.map(({ id, like }) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${like ?? id}"/>${like === undefined ? '' : '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'}</w:num>`).join('')}</w:numbering>`,
  );
  for (const { name, bytes, external } of pictures) if (!external) zip.file(`word/media/${name}`, bytes);
  zip.file(
    'word/document.xml',
    `${head}<w:document ${spaces}><w:body>${body.join('')}<w:sectPr/></w:body></w:document>`,
  );
  for (const [name, content] of Object.entries(more)) zip.file(name, content);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}
