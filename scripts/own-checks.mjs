/**
 * Prints the results of the project's own checks as JSON: pairs of a name and its complaints, empty if there are none.
 * `lib/checks.mjs` runs it with the toolchain's Node, since the one that starts a command may be older.
 */
import { addressComplaints } from './lib/addresses.mjs';
import { citationComplaints } from './lib/citations.mjs';
import { unreadColumns } from './lib/columns-read.mjs';
import { roomComplaints } from './lib/context-map.mjs';
import { dependencyComplaints } from './lib/dependencies.mjs';
import { docCommentComplaints } from './lib/doc-comments.mjs';
import { docPathComplaints } from './lib/doc-paths.mjs';
import { importComplaints } from './lib/import-directions.mjs';
import { ownKindComplaints } from './lib/own-kinds.mjs';
import { plantedComplaints, plantedSentence } from './lib/planted.mjs';
import { timeComplaints } from './lib/times.mjs';
import { wordComplaints } from './lib/words.mjs';

const own = [
  ['import directions', importComplaints],
  ['rooms', roomComplaints],
  ['addresses', addressComplaints],
  ['doc comments', docCommentComplaints],
  ['columns read', unreadColumns],
  ['citations', citationComplaints],
  ['paths in documents', docPathComplaints],
  ['dependencies', dependencyComplaints],
  ['times', timeComplaints],
  ['kinds of mistakes', ownKindComplaints],
  ['words', wordComplaints],
  [plantedSentence(), plantedComplaints],
];

console.log(JSON.stringify(own.map(([name, complaints]) => [name, complaints().join('\n')])));
