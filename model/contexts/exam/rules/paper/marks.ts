import { flatten } from './flat-text.ts';

/** Signs that a text has in place of a picture, a picture and a formula that could not be read. */
export const paperMarks = {
  picture: (no: number) => `〖图${no}〗`,
  unreadPicture: '〖图片未读〗',
  unreadFormula: '〖公式未读〗',
} as const;

const picture = /〖图(\d{1,3})〗/g;

/** Numbers of the pictures in a text, each once and in order. */
export function picturesIn(text: string): number[] {
  return [...new Set([...text.matchAll(picture)].map(({ 1: no }) => Number(no)))];
}

/** A text whose pictures are named by their place among those of its question. */
export function withPictureNames(text: string, pictures: readonly number[]): string {
  return text.replaceAll(picture, (_, no: string) => `（图${pictures.indexOf(Number(no)) + 1}）`);
}

/** A text without its pictures. */
export function withoutPictures(text: string): string {
  return text
    .replaceAll(picture, '')
    .replaceAll(/\n[^\S\n]*(?=\n)/g, '')
    .trim();
}

const number = '(\\d{1,4}(?:\\.\\d{1,2})?)';
const bracket = `[(\\[【]\\s*(?:本(?:小)?题)?(?:满分|共)?\\s*${number}\\s*分\\s*[)\\]】]`;

/** Marks that a stem names, and the stem without them. */
export interface StemMarks {
  readonly title: string;
  readonly score: string | undefined;
  /** Several parts, each with its marks. */
  readonly parts: readonly string[];
  readonly perBlank: string | undefined;
}

/** Reads the marks at the start or the end of a stem or of its first line; marks of parts stay in it. */
export function marksOfStem(title: string): StemMarks {
  const flat = flatten(title);
  const perBlank = new RegExp(`[(\\[]\\s*每空\\s*${number}\\s*分\\s*[)\\]]`).exec(flat);
  if (perBlank) return { ...cut(title, perBlank), score: undefined, parts: [], perBlank: perBlank[1] };
  const all = [...flat.matchAll(new RegExp(bracket, 'g'))];
  const edge = all.find(found => {
    const before = flat.slice(0, found.index).trim();
    const behind = flat.slice(found.index + found[0].length);
    return before === '' || /^[\s。.]*(?:$|\n)/.test(behind);
  });
  const [first] = all;
  if (all.length > 1) {
    const leads = first && flat.slice(0, first.index).trim() === '';
    const whole = first && /本|满分|共/.test(first[0]);
    if (first && (leads || whole))
      return { ...cut(title, first), score: first[1], parts: [], perBlank: undefined };
    return { title, score: undefined, parts: all.map(({ 1: marks = '' }) => marks), perBlank: undefined };
  }
  if (!edge) return { title, score: undefined, parts: [], perBlank: undefined };
  return { ...cut(title, edge), score: edge[1], parts: [], perBlank: undefined };
}

const types =
  '(单项选择|单选|多项选择|多选|不定项选择|不定项|选择|判断|填空|简答|论述|名词解释|问答|材料分析|案例分析)题?';
const typeBefore = new RegExp(`^\\s*[(\\[【]\\s*${types}\\s*[)\\]】]\\s*[:.、]?`);
const typeBehind = new RegExp(`[(\\[【]\\s*${types}\\s*[)\\]】]\\s*\\*?\\s*$`);

/** The type that a stem names in brackets at its start or its end, and the stem without it. */
export function typeOfStem(title: string): { readonly title: string; readonly type: string } | undefined {
  const flat = flatten(title);
  const found = typeBefore.exec(flat) ?? typeBehind.exec(flat);
  return found?.[1] ? { ...cut(title, found), type: `${found[1]}题` } : undefined;
}

function cut(title: string, found: RegExpExecArray): { readonly title: string } {
  return { title: `${title.slice(0, found.index)}${title.slice(found.index + found[0].length)}`.trim() };
}
