import { DomUtils, parseDocument } from 'htmlparser2';

type Document = ReturnType<typeof parseDocument>;

/** A node of a part of XML. */
export type XmlNode = Document['children'][number];

/** An element of a part of XML. */
export type XmlElement = Extract<XmlNode, { attribs: unknown }>;

/** Parses a part of XML. Unknown entities stay as they are; nothing outside the text is read. */
export function parseXml(bytes: Buffer | undefined): Document {
  return parseDocument((bytes ?? Buffer.alloc(0)).toString('utf8').replace(/^\ufeff/, ''), { xmlMode: true });
}

/** The text of a parsed part. */
export function writeXml(document: Document): Buffer {
  return Buffer.from(DomUtils.getOuterHTML(document, { xmlMode: true }));
}

/** Reports whether a node is an element. */
function isElement(node: XmlNode): node is XmlElement {
  return 'attribs' in node;
}

/** The elements directly within another one, of one name if it is given. */
export function childrenOf(
  element: { readonly children: readonly XmlNode[] } | undefined,
  name?: string,
): XmlElement[] {
  return (element?.children ?? []).filter(
    (node): node is XmlElement => isElement(node) && (name === undefined || node.name === name),
  );
}

/** The first element directly within another one, along a path of names. */
export function childOf(
  element: { readonly children: readonly XmlNode[] } | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  let found: XmlElement | undefined;
  let from = element;
  for (const name of names) {
    found = childrenOf(from, name)[0];
    from = found;
  }
  return found;
}

/** All elements of these names within another one, at any depth. */
export function allWithin(
  element: { readonly children: readonly XmlNode[] },
  names: readonly string[],
): XmlElement[] {
  return DomUtils.findAll(node => names.includes(node.name), [...element.children]);
}

/** A run with a text, in place of a node. */
export function replaceByText(element: XmlElement, text: string): void {
  const [run] = parseXml(Buffer.from('<w:r><w:t xml:space="preserve"></w:t></w:r>')).children;
  if (!run || !isElement(run)) return;
  const [holder] = childrenOf(run, 'w:t');
  if (holder) setText(holder, text);
  DomUtils.replaceElement(element, run);
}

/** Puts a run with a text before all that an element holds. */
export function prependText(element: XmlElement, before: XmlElement | undefined, text: string): void {
  const [run] = parseXml(Buffer.from('<w:r><w:t xml:space="preserve"></w:t></w:r>')).children;
  if (!run || !isElement(run)) return;
  const [holder] = childrenOf(run, 'w:t');
  if (holder) setText(holder, text);
  if (before) DomUtils.append(before, run);
  else DomUtils.prependChild(element, run);
}

function setText(holder: XmlElement, text: string): void {
  const [words] = parseXml(Buffer.from(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))).children;
  if (words) DomUtils.appendChild(holder, words);
}

/** Removes a node. */
export function removeNode(node: XmlNode): void {
  DomUtils.removeElement(node);
}
