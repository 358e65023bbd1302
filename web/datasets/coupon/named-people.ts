/** Mobile numbers that somebody typed or pasted, each once, and what among them is none. */
export interface TypedMobiles {
  readonly mobiles: readonly string[];
  readonly wrong: readonly string[];
}

/** Reads mobile numbers with anything between them that is no part of a number: lines, commas, semicolons, spaces. */
export function mobilesOf(text: string): TypedMobiles {
  const parts = [...new Set(text.split(/[\s,;，；、]+/).filter(Boolean))];
  const isMobile = (part: string) => /^1\d{10}$/.test(part);
  return { mobiles: parts.filter(isMobile), wrong: parts.filter(part => !isMobile(part)) };
}
