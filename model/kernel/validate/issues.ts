import type { z } from 'zod';
import { issueTexts } from '../../issue-texts.ts';
import type { Label, Language } from '../label.ts';

/** Values that complete an issue's sentence. */
export type IssueParams = Readonly<Record<string, string | number>>;

/** One of the closed list of field issues. */
export type IssueCode = keyof typeof issueTexts;

/** Something wrong with one field, in no language yet. */
export interface Issue<Name extends string = string> {
  readonly field: Name;
  readonly code: IssueCode;
  readonly params: IssueParams;
}

/** Creates an {@link Issue}. */
export function issue<const Name extends string>(
  field: Name,
  code: IssueCode,
  params: IssueParams = {},
): Issue<Name> {
  return { field, code, params };
}

/**
 * The message of an issue in a language, prefixed with the field's label unless it contains it: `备注不能超过 64 个字符`.
 * `{{aa}}` represents a literal `{aa}`.
 */
export function issueText(
  of: Pick<Issue, 'code' | 'params'>,
  name: Label | undefined,
  language: Language,
): string {
  const sentence: string = issueTexts[of.code][language];
  const own = name?.[language] ?? { zh: '记录', en: 'row' }[language];
  const text = sentence.replace(/\{\{(\w+)\}\}|\{(\w+)\}/g, (_, literal?: string, key = '') =>
    literal === undefined ? String(key === 'label' ? own : (of.params[key] ?? '')) : `{${literal}}`,
  );
  if (of.code === 'duplicateInFile') return text.trim();
  if (sentence.includes('{label}') || of.code === 'pictureOfNobody' || of.code === 'pictureOfSeveral')
    return text;
  if (of.code === 'rule' || of.code === 'endBeforeStart') {
    return of.code === 'rule' || !name
      ? text
      : language === 'zh'
        ? `${name.zh}：${text}`
        : `${name.en} ${text}`;
  }
  if (!name) return text;
  return language === 'zh' ? `${name.zh}${text}` : `${name.en} ${text}`;
}

/** Parameters that a refinement passes to {@link issueOf} so that its failure keeps one of our codes. */
export function refinement(
  code: IssueCode,
  params: IssueParams = {},
): { params: { issue: IssueCode; values: IssueParams } } {
  return { params: { issue: code, values: params } };
}

/** Translates a Zod issue into our closed list; `field` defaults to the first part of the path. */
export function issueOf(found: z.core.$ZodIssue, field = String(found.path[0] ?? '')): Issue {
  switch (found.code) {
    case 'custom': {
      const params = found.params as { issue?: IssueCode; values?: IssueParams } | undefined;
      return issue(field, params?.issue ?? 'wrongType', params?.values);
    }
    case 'too_big':
      return issue(
        field,
        found.origin === 'string' ? 'tooLong' : found.origin === 'array' ? 'tooMany' : 'tooBig',
        { max: Number(found.maximum) },
      );
    case 'too_small':
      if (found.origin === 'string' && found.minimum === 1) return issue(field, 'required');
      return issue(
        field,
        found.origin === 'string' ? 'tooShort' : found.origin === 'array' ? 'tooFew' : 'tooSmall',
        { min: Number(found.minimum) },
      );
    case 'unrecognized_keys':
      return issue(found.keys[0] ?? field, 'unknownField');
    case 'invalid_type':
      // Zod includes the input only on request, but its message always names it.
      if (/received (undefined|null)$/.test(found.message)) return issue(field, 'required');
      return issue(
        field,
        found.expected === 'int' ? 'notAnInteger' : found.expected === 'number' ? 'notANumber' : 'wrongType',
      );
    default:
      return issue(field, 'wrongType');
  }
}
