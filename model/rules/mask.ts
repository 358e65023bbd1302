import { codeHeadLength, isActivationCode, maskedCode, plainCode } from './activation-code.ts';

/** 15 to 19 digits, the last possibly X: identity numbers, bank cards. */
const longNumber = /(?<!\d)\d{6}(\d{5,9})(\d{3}[\dXx])(?!\d)/g;
const mobile = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
const email = /(?<![\w.+-])([\w+-])[\w.+-]*(@[\w-]+(?:\.[\w-]+)+)/g;
/**
 * Credentials of the product: a session token (32 bytes as base64url), or the text after the prefix of an API token.
 */
const token = /(?<![\w-])(yk_[\w-]{2}|[\w-]{4})(?:[\w-]{39}|(?<=yk_..)[\w-]{8,})(?![\w-])/g;

/** Masks a mobile number: `138****0000`. Any other text is returned unchanged. */
export function maskMobile(text: string): string {
  return text.replace(mobile, '$1****$2');
}

/**
 * A text in which no personal number can be read in full: mobiles as `138****0000`, identity and card numbers with
 * their first six and last four signs, e-mail addresses as `a***@example.com`. For logs and for lists (domain 0.7, 16).
 */
export function maskNumbers(text: string): string {
  const masked = text.replace(
    longNumber,
    (whole, middle: string, end: string) => `${whole.slice(0, 6)}${'*'.repeat(middle.length)}${end}`,
  );
  return maskMobile(masked).replace(email, '$1***$2');
}

/** Masks a personal number; one of an unknown format keeps its last four digits. */
export function maskPersonal(value: string): string {
  const masked = maskNumbers(value);
  if (masked !== value || value.replace(/\D/g, '').length < 7) return masked;
  return value.replace(/\d(?=(?:\D*\d){4})/g, '*');
}

/** Twelve letters of an activation code, also in groups of four. */
const codeLike =
  /(?<![A-Za-z0-9])(?:[2-9A-HJKMNP-Za-hjkmnp-z]{4}[- ]?){2}[2-9A-HJKMNP-Za-hjkmnp-z]{4}(?![A-Za-z0-9])/g;

/** Masks all but the first letters of each activation code in a text: `ABCD********`. */
export function maskCodes(text: string): string {
  return text.replace(codeLike, whole => {
    const code = plainCode(whole);
    return isActivationCode(code) ? maskedCode(code.slice(0, codeHeadLength)) : whole;
  });
}

/** Removes personal numbers, access tokens and activation codes from a text for a log. */
export function maskForLog(text: string): string {
  return maskCodes(maskNumbers(text)).replace(token, '$1****');
}

/** Names of fields with secrets; their values are never logged or shown. */
const secretName =
  /passw|pwd|token|secret|patchca|captcha|sms_?code|api_?key|private_?key|authorization|cookie|totp|recovery|challenge|verifier/i;

/** Reports whether a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}
