import { isSecretName, maskForLog } from '@yikao/model/rules/mask.ts';

/** Characters of a request or an answer that are kept. */
const kept = 4_000;

/** Most members of a list, and characters of a value, that are kept of an exchange; lists of devices and articles are long. */
const short = { members: 20, characters: 300 } as const;

/** Characters in which numbers are looked for; far more than are kept, since a mask may shorten a text. */
const looked = kept * 4;

/** Names of values that only the vendor and we may know, beside those of every log. */
const secretParts =
  /^(sign|signature|paysign|accesskeyid|app_?key|client_?key|nonce|nonce_?str|signaturenonce|authorization|ciphertext)$/i;

/** Names of values of people: those of templates, a code or a name, and by which a platform knows a person. */
const personalParts =
  /^(templateparam|templateparamset|customdata|touser|open_?id|union_?id|payer|buyer_\w+|nick_?name|avatar)$/i;

/** In a request the code with which an authorisation is fetched; in an answer it is the outcome. */
const secretOfRequest = /^code$/;

/** JSON with the values of secret names and personal numbers masked, and long parts shortened. */
export function maskedJson(json: unknown, of: 'request' | 'answer' = 'answer'): string {
  const isMasked = (name: string) =>
    isSecretName(name) ||
    secretParts.test(name) ||
    personalParts.test(name) ||
    (of === 'request' && secretOfRequest.test(name));
  const text = JSON.stringify(json, (name, value: unknown) => {
    if (name !== '' && value !== '' && isMasked(name)) return '****';
    if (Array.isArray(value) && value.length > short.members) {
      return [...value.slice(0, short.members), `… ${value.length}`];
    }
    return typeof value === 'string' && value.length > short.characters
      ? // Masked first, since a number that was cut would not be seen as one.
        `${maskedText(value.slice(0, short.characters * 2)).slice(0, short.characters)}…`
      : value;
  });
  return maskedText(text ?? '');
}

/** The parameters of a form or a query as masked JSON; parameters that are JSON are opened. */
export function maskedForm(form: URLSearchParams): string {
  return maskedJson(Object.fromEntries([...form].map(([name, value]) => [name, opened(value)])), 'request');
}

function opened(value: string): unknown {
  if (!/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** A mobile number behind the code of the country, which masks of plain numbers do not see. */
const behindCountry = /(?<!\d)((?:00|\+)?86)(1[3-9]\d{9})(?!\d)/g;

/** A text without personal numbers, in the length that is kept. */
export function maskedText(text: string): string {
  return maskForLog(text.slice(0, looked).replace(behindCountry, '$1 $2')).slice(0, kept);
}
