import { paperMarks } from '@yikao/model/contexts/exam/rules/paper/marks.ts';
import { formulaTex } from './formula.ts';
import { ListNumbers } from './list-numbers.ts';
import {
  allWithin,
  childOf,
  parseXml,
  prependText,
  removeNode,
  replaceByText,
  writeXml,
  type XmlElement,
} from './word-xml.ts';

const isWithin = (element: XmlElement, names: readonly string[]): boolean => {
  for (let at = element.parent; at; at = at.parent) if ('name' in at && names.includes(at.name)) return true;
  return false;
};

/** Replaces each formula by its TeX, or by the mark of one that was not read. */
function writeFormulas(body: XmlElement): void {
  for (const element of allWithin(body, ['m:oMathPara', 'm:oMath'])) {
    if (isWithin(element, ['m:oMathPara', 'm:oMath'])) continue;
    const tex = formulaTex(element);
    replaceByText(element, tex === undefined ? paperMarks.unreadFormula : `$${tex}$`);
  }
}

/** Replaces what has no picture that can be shown: formulas of older programs, charts, linked pictures. */
function markUnread(body: XmlElement): void {
  for (const element of allWithin(body, ['w:object'])) {
    const isEquation = allWithin(element, ['o:OLEObject']).some(({ attribs }) =>
      /equation|mathtype/i.test(attribs.ProgID ?? ''),
    );
    replaceInRun(element, isEquation ? paperMarks.unreadFormula : paperMarks.unreadPicture);
  }
  for (const element of allWithin(body, ['w:drawing'])) {
    if (isWithin(element, ['mc:AlternateContent'])) continue;
    const blips = allWithin(element, ['a:blip']);
    const shown = blips.some(({ attribs }) => attribs['r:embed'] !== undefined);
    if (!shown && allWithin(element, ['w:txbxContent']).length === 0)
      replaceInRun(element, paperMarks.unreadPicture);
  }
  for (const element of allWithin(body, ['mc:AlternateContent'])) {
    const says = allWithin(element, ['w:t', 'a:blip', 'v:imagedata']).length > 0;
    if (!says) replaceInRun(element, paperMarks.unreadPicture);
  }
}

/** Puts a text in place of a part of a run. */
function replaceInRun(element: XmlElement, text: string): void {
  const [holder] = parseXml(Buffer.from(`<w:t xml:space="preserve">${text}</w:t>`)).children;
  if (!holder) return;
  const { parent } = element;
  if (!parent) return;
  const at = parent.children.indexOf(element);
  parent.children.splice(at, 1, holder);
  holder.parent = parent;
}

/** Writes the numbers of lists as text, which the text of a document lacks. */
function writeNumbers(body: XmlElement, numbers: ListNumbers): void {
  for (const paragraph of allWithin(body, ['w:p'])) {
    const number = numbers.next(paragraph);
    const properties = childOf(paragraph, 'w:pPr');
    const list = childOf(properties, 'w:numPr');
    if (list) removeNode(list);
    if (number !== '') prependText(paragraph, properties, `${number} `);
  }
}

/**
 * Changes the text of a document so that a reader of plain text finds everything: numbers of lists, formulas as TeX, and
 * marks for what cannot be read. Takes and returns the parts by name.
 */
export function prepareParts(parts: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const prepared = new Map(parts);
  const document = parseXml(parts.get('word/document.xml'));
  const body = childOf(document, 'w:document', 'w:body');
  if (body) {
    writeNumbers(body, new ListNumbers(parts.get('word/numbering.xml'), parts.get('word/styles.xml')));
    writeFormulas(body);
    markUnread(body);
  }
  prepared.set('word/document.xml', writeXml(document));
  prepared.delete('word/numbering.xml');
  return prepared;
}
