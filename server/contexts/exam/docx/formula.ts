import { DomUtils } from 'htmlparser2';
import { childOf, childrenOf, type XmlElement } from './word-xml.ts';

/** A formula with a part that has no form in TeX here. */
class UnreadFormula extends Error {
  override readonly name = 'UnreadFormula';
}

const escaped: Readonly<Record<string, string>> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\hat{}',
  '~': '\\sim ',
  '−': '-',
};

const accents: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u20d7': 'vec',
};

const naries: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
};

const functions = /^(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|log|ln|lg|lim|max|min|exp)$/;

function words(text: string): string {
  return text
    .split(/([\u3000-\u9fff\uff00-\uffef]+)/)
    .map((part, at) =>
      at % 2 === 1 ? `\\text{${part}}` : [...part].map(one => escaped[one] ?? one).join(''),
    )
    .join('');
}

const property = (element: XmlElement, ...names: readonly string[]) =>
  childOf(element, ...names)?.attribs['m:val'];

const inner = (element: XmlElement | undefined) => (element ? childrenOf(element).map(texOf).join('') : '');
const group = (element: XmlElement, name: string) => `{${inner(childOf(element, name))}}`;

const writers: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:r': element =>
    words(
      childrenOf(element, 'm:t')
        .map(one => DomUtils.textContent(one))
        .join(''),
    ),
  'm:f': element => {
    const [above, below] = [group(element, 'm:num'), group(element, 'm:den')];
    if (property(element, 'm:fPr', 'm:type') === 'noBar') return `\\genfrac{}{}{0pt}{}${above}${below}`;
    return `\\frac${above}${below}`;
  },
  'm:rad': element => {
    const degree = inner(childOf(element, 'm:deg'));
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${group(element, 'm:e')}`;
  },
  'm:sSup': element => `${group(element, 'm:e')}^${group(element, 'm:sup')}`,
  'm:sSub': element => `${group(element, 'm:e')}_${group(element, 'm:sub')}`,
  'm:sSubSup': element => `${group(element, 'm:e')}_${group(element, 'm:sub')}^${group(element, 'm:sup')}`,
  'm:sPre': element => `{}_${group(element, 'm:sub')}^${group(element, 'm:sup')}${group(element, 'm:e')}`,
  'm:nary': element => {
    const sign = naries[property(element, 'm:naryPr', 'm:chr') ?? '∫'];
    if (sign === undefined) throw new UnreadFormula('an unknown sign');
    const [below, above] = [inner(childOf(element, 'm:sub')), inner(childOf(element, 'm:sup'))];
    return `${sign}${below && `_{${below}}`}${above && `^{${above}}`}${group(element, 'm:e')}`;
  },
  'm:d': element => {
    const open = property(element, 'm:dPr', 'm:begChr') ?? '(';
    const close = property(element, 'm:dPr', 'm:endChr') ?? ')';
    const between = property(element, 'm:dPr', 'm:sepChr') ?? '|';
    const edge = (sign: string) => (sign === '' ? '.' : sign === '{' || sign === '}' ? `\\${sign}` : sign);
    return `\\left${edge(open)}${childrenOf(element, 'm:e').map(inner).join(between)}\\right${edge(close)}`;
  },
  'm:func': element => {
    const name = DomUtils.textContent(childOf(element, 'm:fName') ?? element).trim();
    const head = functions.test(name) ? `\\${name} ` : inner(childOf(element, 'm:fName'));
    return `${head}${group(element, 'm:e')}`;
  },
  'm:acc': element => {
    const accent = accents[property(element, 'm:accPr', 'm:chr') ?? '\u0302'];
    if (accent === undefined) throw new UnreadFormula('an unknown accent');
    return `\\${accent}${group(element, 'm:e')}`;
  },
  'm:bar': element => `\\overline${group(element, 'm:e')}`,
  'm:limLow': element => `\\mathop${group(element, 'm:e')}\\limits_${group(element, 'm:lim')}`,
  'm:limUpp': element => `\\mathop${group(element, 'm:e')}\\limits^${group(element, 'm:lim')}`,
  'm:eqArr': element => rows(childrenOf(element, 'm:e').map(inner)),
  'm:m': element =>
    rows(childrenOf(element, 'm:mr').map(row => childrenOf(row, 'm:e').map(inner).join(' & '))),
  'm:box': element => inner(childOf(element, 'm:e')),
  'm:borderBox': element => `\\boxed${group(element, 'm:e')}`,
  'm:phant': element => inner(childOf(element, 'm:e')),
  'm:oMath': inner,
};

function rows(lines: readonly string[]): string {
  return `\\begin{matrix}${lines.join(' \\\\ ')}\\end{matrix}`;
}

/** Properties, bookmarks and marks of proof-reading, which have no content. */
const silent = /Pr$|^w:(?:bookmark|proofErr|rPr|lastRendered|comment)/;

function texOf(element: XmlElement): string {
  if (silent.test(element.name)) return '';
  const write = writers[element.name];
  if (write) return write(element);
  throw new UnreadFormula(element.name);
}

/** A formula of Word (`m:oMath` or `m:oMathPara`) in TeX; undefined for one with a part that is not known. */
export function formulaTex(element: XmlElement): string | undefined {
  try {
    const formulas = element.name === 'm:oMathPara' ? childrenOf(element, 'm:oMath') : [element];
    const tex = formulas.map(inner).join(' ').trim();
    return tex === '' ? undefined : tex;
  } catch (error) {
    if (error instanceof UnreadFormula) return undefined;
    throw error;
  }
}
