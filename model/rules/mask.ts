/** 15 to 19 digits, the last of them perhaps X: identity numbers, bank cards. */
const longNumber = /(?<!\d)\d{6}(\d{5,9})(\d{3}[\dXx])(?!\d)/g;
const mobile = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g;
const email = /(?<![\w.+-])([\w+-])[\w.+-]*(@[\w-]+(?:\.[\w-]+)+)/g;
/**
 * The keys to the product: a session's token (32 bytes as base64url) and whatever follows the mark of a token for
 * scripts.
 */
const token = /(?<![\w-])(yk_[\w-]{2}|[\w-]{4})(?:[\w-]{39}|(?<=yk_..)[\w-]{8,})(?![\w-])/g;

/** A mobile number as others may read it: `138****0000`. Anything else stays as it is. */
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

/** The value of a field that holds a number of a person: a number of no known form keeps its last four digits. */
export function maskPersonal(value: string): string {
  const masked = maskNumbers(value);
  if (masked !== value || value.replace(/\D/g, '').length < 7) return masked;
  return value.replace(/\d(?=(?:\D*\d){4})/g, '*');
}

/** A text as a log may hold it: no personal number in it, and no token by which somebody gets in. */
export function maskForLog(text: string): string {
  return maskNumbers(text).replace(token, '$1****');
}

/** Names under which secrets travel; their values are told nowhere. */
const secretName =
  /passw|pwd|token|secret|patchca|captcha|sms_?code|api_?key|private_?key|authorization|cookie|totp|recovery|challenge|verifier/i;

/** Whether what stands under this name is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}
