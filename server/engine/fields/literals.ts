/** A number as an element of an array literal. */
export function numberLiteral(value: number): string {
  return String(value);
}

const special = /[\\"]/;

/** Text as an element of an array literal, always quoted, so that NULL and braces are text too. */
export function textLiteral(value: string): string {
  return special.test(value) ? `"${value.replace(/[\\"]/g, '\\$&')}"` : `"${value}"`;
}
