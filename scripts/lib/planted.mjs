import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './commands.mjs';

const mark = '@ts-expect-error';

/** The fewest mistakes that are planted in all. */
const least = 88;

/** The files of mistakes that must not compile. */
function* filesOfMistakes(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesOfMistakes(path);
    else if (/\.types\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The planted mistakes: the file and the line of each, and the words on which mistake it is. */
function plantedMistakes() {
  const files = ['model', 'server', 'web'].flatMap(folder => [...filesOfMistakes(join(root, folder))]);
  return files.flatMap(path =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((text, at) => {
        const said = /^\s*(?:\/\/|\{\/\*) @ts-expect-error(.*?)(?:\*\/\})?$/.exec(text);
        return said ? [{ where: `${relative(root, path)}:${at + 1}`, words: said[1].trim() }] : [];
      }),
  );
}

/** Sentence of how many mistakes are planted, each of which the compiler refuses while the types are in order. */
export function plantedSentence() {
  return `${plantedMistakes().length} planted mistakes are refused by the compiler`;
}

/** Complaints about mistakes that do not say which they are, and about too few. */
export function plantedComplaints() {
  const mistakes = plantedMistakes();
  return [
    ...mistakes
      .filter(({ words }) => words === '')
      .map(({ where }) => `${where}: say which mistake ${mark} is`),
    ...(mistakes.length < least ? [`${mistakes.length} planted mistakes; there were at least ${least}`] : []),
  ];
}
