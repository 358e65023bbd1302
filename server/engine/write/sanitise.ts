import { attributesKept, emptiedElements, keptElements } from '@yikao/model/rules/rich-text/elements.ts';
import sanitizeHtml from 'sanitize-html';

/** The elements and attributes that the sanitiser keeps. Made once: a list of some hundred names. */
export const richTextOptions: sanitizeHtml.IOptions = {
  allowedTags: [...keptElements],
  nonTextTags: [...emptiedElements],
  // Names and values are decided by the list that editor and display read too, before anything else looks at them.
  transformTags: {
    '*': (tagName, attributes) => ({ tagName, attribs: attributesKept(tagName, attributes) }),
  },
  allowedAttributes: false,
  parseStyleAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag: name, attribs }) => name === 'img' && attribs.src === undefined,
};

/**
 * Rich text for storage: what the list of `model/rules/rich-text/elements.ts` allows, and nothing that could execute
 * (domain 4.14). It is sanitised again when displayed.
 *
 * Pictures of other sites keep their addresses here; `mapPictureAddresses` writes others in their place.
 */
export function sanitiseHtml(html: string): string {
  const clean = sanitizeHtml(html, richTextOptions).trim();
  return clean === '<p><br /></p>' || clean === '<p></p>' ? '' : clean;
}

const tag = /<[a-z!/]/i;

/** Converts a file's cell to rich text: markup is sanitised, and each line of plain text becomes a paragraph. */
export function htmlOfCell(text: string): string {
  if (tag.test(text)) return sanitiseHtml(text);
  return paragraphs(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
}

/**
 * Converts rich text to a cell. Without a tag it would be read back as plain text, so an entity such as `&amp;` is
 * wrapped in a paragraph to be read as one character and not five.
 */
export function cellOfHtml(html: string): string {
  return html.includes('&') && !tag.test(html) ? paragraphs(html) : html;
}

function paragraphs(html: string): string {
  const lines = html.split(/\r?\n/).map(line => line.trim());
  return lines.flatMap(line => (line === '' ? [] : [`<p>${line}</p>`])).join('');
}
