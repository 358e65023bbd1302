import { plainMobile } from '@yikao/model/fields/mobile.ts';

/** Typed or pasted mobile numbers without duplicates, and the invalid entries. */
export interface TypedMobiles {
  readonly mobiles: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Reads mobile numbers with anything between them that is no part of a number: lines, commas, semicolons, spaces. A number
 * may have its country before it and gaps within.
 */
export function mobilesOf(text: string): TypedMobiles {
  const parts = text
    .split(/[\r\n\t,;，；、]+/)
    .flatMap(part => (isMobile(part) ? [part] : part.split(/\s+/)))
    .filter(Boolean);
  return {
    mobiles: [...new Set(parts.filter(isMobile).map(plainMobile))],
    wrong: [...new Set(parts.filter(part => !isMobile(part)))],
  };
}

const isMobile = (text: string) => /^1[3-9]\d{9}$/.test(plainMobile(text));
