/** Digits as they are written in Chinese numbers, one by one. */
const digits: Readonly<Record<string, number>> = {
  ...{ 零: 0, 〇: 0, 一: 1, 二: 2, 三: 3, 四: 4 },
  ...{ 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
};

/** A Chinese number up to 999, or one spelled digit by digit (一〇二); null for other text. */
function fromChinese(text: string): string | null {
  if (/^[零〇一二三四五六七八九]+$/.test(text)) return [...text].map(one => digits[one]).join('');
  const read =
    /^(?:([一二三四五六七八九])百)?[零〇]?(?:([一二三四五六七八九])?(十))?([一二三四五六七八九])?$/.exec(
      text,
    );
  if (!read || text === '') return null;
  const [, hundreds, tens, ten, ones] = read;
  const at = (digit: string | undefined) => (digit === undefined ? 0 : (digits[digit] ?? 0));
  return String(at(hundreds) * 100 + (ten ? (tens === undefined ? 1 : at(tens)) * 10 : 0) + at(ones));
}

/**
 * The number that identifies a group of majors (0.7, 24): 第102组, 102组, 专业组 102, (102), １０２ and 0102 are the same group,
 * as are 第三组 and 3. A text that is not a number, such as A02, is compared by its letters and digits, ignoring case; the
 * original text is stored and shown. Matches `yikao_group_number` in the database. '' if there is no group.
 */
export function groupNumber(written: string | null | undefined): string {
  const plain = (written ?? '')
    .normalize('NFKC')
    .replace(/[ \t\r\n()[\]【】〔〕「」《》]/g, '')
    .replace(/^(?:院校)?(?:专业)?组?第?/, '')
    .replace(/(?:院校)?(?:专业)?组?$/, '')
    .replace(/[a-z]/g, letter => letter.toUpperCase());
  const number = /^[0-9]+$/.test(plain) ? plain : fromChinese(plain);
  return number === null ? plain : number.replace(/^0+(?=[0-9])/, '');
}

/** Reports whether two texts name the same group of majors, in any notation. */
export function sameGroup(one: string | null | undefined, other: string | null | undefined): boolean {
  return groupNumber(one) === groupNumber(other);
}
