import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { type DocxPaper, questionTextMax } from '@yikao/model/contexts/exam/exam.calls.ts';
import { paperMarks } from '@yikao/model/contexts/exam/rules/paper/marks.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { Engine } from '../../../engine/engine.ts';
import { storeUpload } from '../../../engine/files/store.ts';
import { ownFile } from '../../../engine/jobs/start.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { FairTurns } from '../../../platform/fair-turns.ts';
import { type DocxErrorCode, docxErrors } from './docx-errors.ts';
import { docxLimits } from './docx-limits.ts';
import type { DocxText } from './docx-text.ts';

/** The message of the process that reads to its parent. */
export type DocxAnswer = DocxText | { readonly error: DocxErrorCode };

/** Reads documents on one node, one at a time per person. */
const turns = new FairTurns({ places: 2, perPerson: 1, waitingPerPerson: 3 });

const refused = (code: DocxErrorCode, language: Language) =>
  failure('paperUnreadable', { params: { why: docxErrors[code][language] } });

async function readApart(path: string, language: Language): Promise<DocxText> {
  const child = fork(new URL('./docx-process.ts', import.meta.url), [], {
    execArgv: [`--max-old-space-size=${docxLimits.heapMegabytes}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const patience = new AbortController();
  try {
    const answer = await Promise.race([
      new Promise<DocxAnswer | undefined>((resolve, reject) => {
        child.once('message', message => resolve(message as DocxAnswer)); // sent by docx-process.ts alone
        child.once('exit', () => resolve(undefined));
        child.once('error', reject);
        child.send(path);
      }),
      after(docxLimits.patienceMs, undefined, { signal: patience.signal }),
    ]);
    if (answer === undefined) throw refused('tooLarge', language);
    if ('error' in answer) throw refused(answer.error, language);
    return answer;
  } finally {
    patience.abort();
    child.kill('SIGKILL');
  }
}

/**
 * `POST /api/exam/question/docx`: the text of an uploaded Word document and its pictures, stored for the questions that
 * will hold them. No question is written. Throws `invalidFields` for another person's file, and `paperUnreadable`.
 */
export async function readDocx(engine: Engine, actor: Actor, filePath: string): Promise<DocxPaper> {
  await ownFile(engine, actor, filePath);
  const { text, pictures } = await turns.take(actor.userId, async () => {
    const copy = await engine.files.localCopy(filePath.replace(/^\//, ''));
    try {
      return await readApart(copy.path, actor.language);
    } finally {
      await copy.release();
    }
  });
  if (text.length > questionTextMax.chars) throw refused('tooLarge', actor.language);
  const paths = new Map<string, string | undefined>();
  const stored: { no: number; path: string }[] = [];
  let marked = text;
  for (const { no, bytes } of pictures) {
    const content = Buffer.from(bytes);
    const hash = createHash('sha256').update(content).digest('hex');
    if (!paths.has(hash)) paths.set(hash, await storedPicture(engine, actor, content, `${no}`));
    const path = paths.get(hash);
    if (path === undefined) marked = marked.replaceAll(paperMarks.picture(no), paperMarks.unreadPicture);
    else stored.push({ no, path });
  }
  return { text: marked, pictures: stored };
}

/** Stores a picture; undefined for one of a kind that browsers do not show, such as WMF. */
async function storedPicture(
  engine: Engine,
  by: Actor,
  content: Buffer,
  name: string,
): Promise<string | undefined> {
  try {
    return await storeUpload(
      engine,
      { kinds: ['jpeg', 'png', 'gif', 'webp'] },
      { content: Readable.from([content]), name, bytes: content.length, by },
    );
  } catch (error) {
    if (error instanceof AppError && (error.code === 'wrongFileKind' || error.code === 'tooLarge'))
      return undefined;
    throw error;
  }
}
