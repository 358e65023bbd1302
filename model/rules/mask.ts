/** 15 to 19 digits, the last of them perhaps X: identity numbers, bank cards. */
const longNumber = /(?<!\d)\d{6}(\d{5,9})(\d{3}[\dXx])(?!\d)/g;
const mobile = /(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g;

/** A mobile number as others may read it: `138****0000`. Anything else stays as it is. */
export function maskMobile(text: string): string {
  return text.replace(mobile, '$1****$2');
}

/**
 * A text in which no personal number can be read in full: mobiles as `138****0000`, identity and card numbers with
 * their first six and last four signs. For logs and for lists (domain 0.7, 16).
 */
export function maskNumbers(text: string): string {
  const masked = text.replace(
    longNumber,
    (whole, middle: string, end: string) => `${whole.slice(0, 6)}${'*'.repeat(middle.length)}${end}`,
  );
  return maskMobile(masked);
}
