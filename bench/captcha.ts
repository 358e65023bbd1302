import { writeFileSync } from 'node:fs';
import { readAnswer } from '@yikao/server/contexts/people/auth/captcha/glyphs.ts';
import {
  captchaLength,
  captchaPicture,
  captchaText,
} from '@yikao/server/contexts/people/auth/captcha/picture.ts';
import { inTwoTones, readPng } from './captcha-png.ts';
import {
  type Bitmap,
  evenOut,
  readByPieces,
  readBySearch,
  withoutGaps,
  withoutThin,
} from './captcha-program.ts';
import { createRecogniser } from './captcha-recogniser.ts';

/**
 * The number of captchas that programs can read: ours, which knows the generator's characters, by cutting and by
 * searching, each after several ways of cleaning the picture, and Tesseract. Also writes a page of 50 for people to
 * read. `node bench/captcha.ts [pictures] [file of the page]`; the page's answers are folded at the bottom.
 */
const count = Number(process.argv[2] ?? 200);
const page = process.argv[3] ?? 'captchas.html';
/** Share of the captchas that a program may read. */
const aim = 0.05;

const recognise = await createRecogniser();
const readers: Readonly<Record<string, (png: Buffer) => string>> = {};
const add = (name: string, read: (png: Buffer) => string) => Object.assign(readers, { [name]: read });
const tonesOf = (png: Buffer) => inTwoTones(readPng(png));
const cleaned: Readonly<Record<string, (png: Buffer) => Bitmap>> = {
  'as it is': tonesOf,
  'thin lines removed': png => withoutThin(tonesOf(png), 1),
  'tones evened out': png => evenOut(tonesOf(png), 16),
  'tones evened out, thin lines removed': png => withoutThin(evenOut(tonesOf(png), 16), 1),
  'tones evened out, gaps closed': png => withoutGaps(evenOut(tonesOf(png), 16), 2),
};
for (const [how, clean] of Object.entries(cleaned)) {
  add(`pieces, ${how}`, png => readByPieces(clean(png)));
  add(`Tesseract, ${how}`, png => recognise(clean(png)));
  // The search takes half a second per picture, and finds nothing while the tones are still swapped.
  if (how.startsWith('tones')) add(`search, ${how}`, png => readBySearch(clean(png)));
}

const captchas = Array.from({ length: count }, () => {
  const text = captchaText();
  return { text, png: captchaPicture(text) };
});
const start = performance.now();
for (const { text } of captchas) captchaPicture(text);
const each = (performance.now() - start) / count;
const bytes = captchas.reduce((sum, { png }) => sum + png.length, 0) / count;
console.log(`${count} pictures, ${each.toFixed(1)} ms and ${(bytes / 1024).toFixed(1)} kB each\n`);

let most = 0;
console.log('| reader | read whole | characters in their place |\n|---|---|---|');
for (const [name, read] of Object.entries(readers)) {
  let [whole, characters] = [0, 0];
  for (const { text, png } of captchas) {
    const found = readAnswer(read(png));
    if (found === text) whole += 1;
    if (found.length === text.length) characters += [...text].filter((one, at) => found[at] === one).length;
  }
  most = Math.max(most, whole / count);
  console.log(`| ${name} | ${percent(whole / count)} | ${percent(characters / count / captchaLength)} |`);
}
console.log(`\nThe best of them reads ${percent(most)} (at most ${percent(aim)}).`);

const shown = captchas.slice(0, 50);
writeFileSync(
  page,
  `<!doctype html><meta charset="utf-8"><title>50 captchas</title>
<style>body{display:grid;grid-template-columns:repeat(4,auto);gap:12px;justify-content:start;font:13px sans-serif}
figure{margin:0}img{display:block;width:300px}details{grid-column:1/-1}</style>
${shown.map(({ png }, at) => `<figure><img src="data:image/png;base64,${png.toString('base64')}" alt="">${at + 1}</figure>`).join('\n')}
<details><summary>Answers</summary>${shown.map(({ text }, at) => `${at + 1} ${text}`).join(' · ')}</details>
`,
);
console.log(`A page of ${shown.length} to be read by people: ${page}`);
process.exitCode = most > aim ? 1 : 0;

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
