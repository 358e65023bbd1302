import { sanitiseHtml } from '../../../engine/write/sanitise.ts';

/** A piece of HTML that is safe to send. Made by {@link html} from texts that are escaped, or by {@link trusted}. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value within {@link html}: texts and numbers are escaped, lists are joined, and nothing represents nothing. */
export type Part = string | number | Html | null | undefined | false | readonly Part[];

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML or XML shows it, within elements and quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, sign => signs[sign] ?? sign);
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return part.map(textOf).join('');
}

/**
 * HTML from a template. Every value is escaped unless it is HTML itself, so that a row's text never becomes markup.
 * Attributes with values are always quoted in the templates.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, at) => text + textOf(parts[at - 1]) + next));
}

/** HTML that has been made safe before, such as the text of an article as `readableText` gives it. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** Rich text of a row, which was sanitised when it was stored and is again when it is shown (domain 4.14). */
export function rich(text: string): Html {
  return new Html(sanitiseHtml(text));
}

/**
 * Data for search engines as JSON-LD. It is no script that runs; no text within it can end the element, since its signs
 * are written as JSON escapes.
 */
export function structured(data: unknown): Html {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${json}</script>`);
}

/** A link that a person typed, if it is one of the web or within the site; undefined for others. */
export function safeLink(link: string | null | undefined): string | undefined {
  return link && /^(https?:\/\/|\/(?!\/))/i.test(link) ? link : undefined;
}

/** The text of rich text in one line, without markup, at most `max` characters. */
export function plainText(rich: string | null, max: number): string {
  const text = (rich ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
