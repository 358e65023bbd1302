import sanitizeHtml from 'sanitize-html';

/**
 * Rich text for storage: only what the editor produces, and nothing that could execute (domain 4.14). It is sanitised again when displayed.
 */
export function sanitiseHtml(html: string): string {
  const clean = sanitizeHtml(html, {
    allowedTags: [
      'p',
      'br',
      'hr',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'blockquote',
      'pre',
      'code',
      'div',
      'span',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'del',
      'sub',
      'sup',
      'ul',
      'ol',
      'li',
      'a',
      'img',
      'video',
      'source',
      'table',
      'thead',
      'tbody',
      'tfoot',
      'tr',
      'th',
      'td',
      'colgroup',
      'col',
      'input',
    ],
    allowedAttributes: {
      '*': ['style', 'data-w-e-type', 'data-w-e-is-void', 'data-w-e-is-inline'],
      a: ['href', 'target', 'rel', 'title'],
      img: ['src', 'alt', 'title', 'width', 'height', 'data-href'],
      video: ['src', 'controls', 'width', 'height', 'poster'],
      source: ['src', 'type'],
      td: ['colspan', 'rowspan', 'width'],
      th: ['colspan', 'rowspan', 'width'],
      col: ['width'],
      input: ['type', 'checked', 'disabled'],
      ol: ['start'],
      code: ['class'],
    },
    allowedClasses: { code: ['language-*'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https'], video: ['http', 'https'], source: ['http', 'https'] },
    allowProtocolRelative: false,
    allowedStyles: {
      '*': {
        color: [/^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,20})$/i],
        'background-color': [/^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,20})$/i],
        'font-size': [/^\d{1,3}(\.\d+)?(px|em|rem|pt|%)$/],
        'font-family': [/^[\w\s"',\u4e00-\u9fff-]{1,80}$/],
        'font-weight': [/^(bold|normal|\d{3})$/],
        'font-style': [/^(italic|normal)$/],
        'text-align': [/^(left|right|center|justify)$/],
        'text-decoration': [/^(underline|line-through|none)$/],
        'text-indent': [/^\d{1,2}(\.\d+)?(px|em)$/],
        'line-height': [/^\d(\.\d+)?(px|em|%)?$/],
        'padding-left': [/^\d{1,3}(px|em)$/],
        width: [/^(\d{1,4}(\.\d+)?(px|%)|auto)$/],
        height: [/^(\d{1,4}(\.\d+)?(px|%)|auto)$/],
        'border-collapse': [/^collapse$/],
      },
    },
    transformTags: {
      // The editor's checklists are inputs; no other inputs are allowed, and these are inert.
      input: (tagName, { checked }) => ({
        tagName,
        attribs: { type: 'checkbox', disabled: 'disabled', ...(checked !== undefined && { checked }) },
      }),
      a: (tagName, attributes) => ({
        tagName,
        attribs: { ...attributes, ...(attributes.target !== undefined && { rel: 'noopener noreferrer' }) },
      }),
    },
  }).trim();
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
