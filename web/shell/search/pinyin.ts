/**
 * The first character of each letter's stretch when Chinese is sorted by its sound; letters that no syllable
 * begins with (I, U, V) are left out.
 */
const stretches: readonly (readonly [letter: string, first: string])[] = [
  ['a', '阿'],
  ['b', '八'],
  ['c', '嚓'],
  ['d', '哒'],
  ['e', '妸'],
  ['f', '发'],
  ['g', '旮'],
  ['h', '哈'],
  ['j', '讥'],
  ['k', '咔'],
  ['l', '垃'],
  ['m', '妈'],
  ['n', '拏'],
  ['o', '噢'],
  ['p', '妑'],
  ['q', '七'],
  ['r', '呥'],
  ['s', '仨'],
  ['t', '它'],
  ['w', '穵'],
  ['x', '夕'],
  ['y', '丫'],
  ['z', '帀'],
];

const bySound = new Intl.Collator('zh-Hans-u-co-pinyin');

/**
 * First letters that people type for `text`: the initial of each Chinese character's sound
 * (学校 gives `xx`), other characters as they are, in lower case. A character with several sounds gives its
 * commonest one.
 */
export function pinyinInitials(text: string): string {
  return [...text].map(initialOf).join('').toLowerCase();
}

function initialOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return character;
  return stretches.findLast(([, first]) => bySound.compare(first, character) <= 0)?.[0] ?? character;
}
