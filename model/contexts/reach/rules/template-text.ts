import { marketing } from '../reach.codes.ts';

/** A variable in a text: a name or a number between braces. */
const variable = /\{([^{}\s]{1,32})\}/gu;

/** Words that the operator adds to marketing; they are billed. */
const optOut = '拒收请回复R';

/** Punctuation after which the words have no comma. */
const ended = /[，。！？；、,.!?;]\s*$/;

/** Reports whether every brace of a text belongs to a variable. */
export function variablesAreNamed(content: string): boolean {
  return !/[{}]/.test(content.replace(variable, ''));
}

/** The names of a text's variables, each once, in the order of their first use. */
export function variablesOf(content: string): readonly string[] {
  return [...new Set([...content.matchAll(variable)].map(([, name = '']) => name))];
}

/** The names of variables that have no value, or an empty one. */
export function missingIn(content: string, values: Readonly<Record<string, string>>): readonly string[] {
  return variablesOf(content).filter(name => !Object.hasOwn(values, name) || values[name]?.trim() === '');
}

/** The parts of a template that make up its text. */
export interface TextTemplate {
  readonly content: string;
  readonly signName: string;
  readonly smsType: number;
}

/** The text as it arrives, signature and opt-out included; this is what is billed. */
export function wholeText(
  { content, signName, smsType }: TextTemplate,
  values: Readonly<Record<string, string>>,
): string {
  const body = content.replace(variable, (_, name: string) => values[name]?.trim() ?? '');
  if (smsType !== marketing) return `【${signName}】${body}`;
  return `【${signName}】${body}${ended.test(body) ? '' : '，'}${optOut}`;
}
