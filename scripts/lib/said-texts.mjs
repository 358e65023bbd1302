import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';

const folders = ['model', 'server', 'web'];
/** Not shown to people, or not the product's own words: tests, builds, and invented rows. */
const skipped =
  /(?:^|\/)(?:node_modules|dist|out|testing|samples|server\/seeds)(?:\/|$)|\.(?:test|types|sample|d)\.tsx?$/;
const han = /[\u3400-\u9fff]/;
/** Comments, which are passed over, and literals. */
const pieces = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
/** The code before an English text: its name in a pair, or its Chinese partner. */
const ofEnglish = /\ben\w*:\s*$/;
const afterChinese = /,\s*$/;

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (skipped.test(relative(root, path))) continue;
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The texts of a file with their languages and lines; a part of a template that is filled in later is `{}`. */
function textsOf(file, source) {
  const english = file.includes('/i18n/en-US/') || /\/handbook\/.*\.en\.tsx?$/.test(file);
  const found = [];
  let end = 0;
  let before;
  for (const piece of source.matchAll(pieces)) {
    const raw = piece[1] ?? piece[2] ?? piece[3];
    if (raw === undefined) continue;
    const code = source.slice(end, piece.index);
    const text = raw.replaceAll(/\$\{[^}]*\}/g, '{}').replaceAll(/\\(.)/g, '$1');
    const isPartner = before !== undefined && han.test(before) && afterChinese.test(code);
    const isValue = english && /(?::|\[|,)\s*$/.test(code) && !/\bfrom\s*$/.test(code);
    const language = han.test(text) ? 'zh' : isValue || ofEnglish.test(code) || isPartner ? 'en' : undefined;
    if (language) {
      const line = source.slice(0, piece.index).split('\n').length;
      found.push({ language, text, where: `${file}:${line}` });
    }
    before = text;
    end = piece.index + piece[0].length;
  }
  return found;
}

/** Every text that the product says: `{ language, text, where }`. */
export function saidTexts() {
  return folders.flatMap(folder =>
    [...sources(join(root, folder))].flatMap(path => {
      const file = relative(root, path);
      return textsOf(file, readFileSync(path, 'utf8'));
    }),
  );
}
