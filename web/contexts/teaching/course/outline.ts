import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { textOf } from '../../../fields/parts/values.ts';

/** A lesson in the tree of its course. */
export interface OutlineLesson {
  readonly kind: 'lesson';
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly chapterName: string;
  readonly free: boolean;
  readonly disabled: boolean;
  readonly video: string;
}

/** A heading of the tree; the lessons below it, up to the next one, are its own. */
export interface OutlineChapter {
  readonly kind: 'chapter';
  readonly name: string;
}

/** A row of the tree. */
export type OutlineRow = OutlineLesson | OutlineChapter;

/** A lesson of a row of the list. */
export function lessonOf(row: FieldRecord): OutlineLesson {
  return {
    kind: 'lesson',
    id: Number(row.lessonId),
    version: Number(row.version),
    name: textOf(row.lessonName),
    chapterName: textOf(row.chapterName),
    free: row.freeFlag === 1,
    disabled: row.status !== enable.is.enabled,
    video: textOf(row.videoName),
  };
}

/** Lessons with the headings of their chapters; a chapter that comes again is one heading, where it came first. */
export function outlineOf(lessons: readonly OutlineLesson[]): OutlineRow[] {
  const chapters = Map.groupBy(lessons, ({ chapterName }) => chapterName);
  const { '': loose = [], ...named } = Object.fromEntries(chapters) as Record<string, OutlineLesson[]>;
  return [
    ...loose,
    ...Object.entries(named).flatMap(([name, own]): OutlineRow[] => [{ kind: 'chapter', name }, ...own]),
  ];
}

/** The rows that move together: a chapter takes its lessons along. */
function lengthOf(rows: readonly OutlineRow[], at: number): number {
  if (rows[at]?.kind !== 'chapter') return 1;
  const next = rows.findIndex((row, index) => index > at && row.kind === 'chapter');
  return (next === -1 ? rows.length : next) - at;
}

/** The tree with the row at `from` moved to `to`, a chapter with its lessons, and to the beginning of another one. */
export function moveRow(rows: readonly OutlineRow[], from: number, to: number): OutlineRow[] {
  const length = lengthOf(rows, from);
  const moved = rows.slice(from, from + length);
  const rest = [...rows.slice(0, from), ...rows.slice(from + length)];
  if (length === 1 && moved[0]?.kind === 'lesson') {
    rest.splice(to, 0, ...moved);
    return rest;
  }
  // Down, a chapter goes behind the lessons of the one that it was dropped into.
  const down = to > from;
  let at = Math.min(Math.max(0, down ? to - length + 1 : to), rest.length);
  if (down) while (at < rest.length && rest[at]?.kind === 'lesson') at += 1;
  else while (at > 0 && rest[at]?.kind !== 'chapter') at -= 1;
  rest.splice(at, 0, ...moved);
  return rest;
}

/** The place of the chapter before or after a row, for the keys that move a whole chapter. */
export function besideChapter(rows: readonly OutlineRow[], at: number, way: -1 | 1): number {
  if (way === 1) {
    const next = at + lengthOf(rows, at);
    return next >= rows.length ? at : next + lengthOf(rows, next) - 1;
  }
  for (let index = at - 1; index >= 0; index--) if (rows[index]?.kind === 'chapter') return index;
  return at;
}

/** The lessons in their order, and the chapters of those that are in another one than before. */
export function orderOf(rows: readonly OutlineRow[]): {
  readonly lessons: readonly OutlineLesson[];
  readonly chapters: Readonly<Record<string, string>>;
} {
  let chapter = '';
  const lessons: OutlineLesson[] = [];
  const chapters: Record<string, string> = {};
  for (const row of rows) {
    if (row.kind === 'chapter') {
      chapter = row.name;
      continue;
    }
    lessons.push(row);
    if (row.chapterName !== chapter) chapters[String(row.id)] = chapter;
  }
  return { lessons, chapters };
}
