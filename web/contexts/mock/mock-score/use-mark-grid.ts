import { useQuery, useQueryClient } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  type MarkGrid,
  mockMarkCalls,
  mostMarks,
  type StandingMark,
} from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import {
  type MarkEntry,
  type MarkProblem,
  plainMark,
  readMark,
} from '@yikao/model/contexts/mock/rules/mark-text.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';

/** Which candidates are shown. */
export interface GridPlace {
  readonly examId: number;
  readonly roomId: number | undefined;
  /** 2: the second entry, in exams with double entry. */
  readonly pass: 1 | 2;
}

/** A cell as shown. */
export interface GridCell {
  readonly text: string;
  readonly state: 'kept' | 'saving' | 'wrong';
  /** Why it was not saved. */
  readonly problem?: string | undefined;
}

/** The text of a stored mark in its cell. */
export function markText(
  mark: Pick<StandingMark, 'score' | 'absentFlag' | 'cheatFlag'> | undefined,
  words: { readonly absent: string; readonly cheated: string },
): string {
  if (!mark) return '';
  if (mark.cheatFlag === 1) return words.cheated;
  return mark.absentFlag === 1 ? words.absent : mark.score === null ? '' : plainMark(mark.score);
}

/** Names a cell. */
function cellKey(studentId: number, infoId: number): string {
  return `${studentId}:${infoId}`;
}

interface Words {
  readonly absent: string;
  readonly cheated: string;
  readonly problem: (problem: MarkProblem, fullScore: string) => string;
  readonly taken: (text: string) => string;
}

/**
 * The marks of a room, or of a whole exam: loaded once, and saved cell by cell with the version that was read, so that
 * somebody else's concurrent entry is reported instead of overwritten.
 */
export function useMarkGrid({ examId, roomId, pass }: GridPlace, words: Words) {
  const client = useQueryClient();
  const grid = useQuery({
    queryKey: ['mark-grid', examId, roomId ?? 0, pass],
    queryFn: ({ signal }) =>
      send(mockMarkCalls.markGrid, {
        query: { examId, pass, ...(roomId && { roomId }) },
        signal,
        toast: false,
      }),
    // Server updates never replace text being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const closed = useMemo(
    () => new Map(grid.data?.closed.map(({ studentId, infoId, why }) => [cellKey(studentId, infoId), why])),
    [grid.data],
  );
  const [cells, setCells] = useState<ReadonlyMap<string, GridCell>>(new Map());
  const marks = useRef(new Map<string, StandingMark>());
  const readFrom = useRef<MarkGrid>(undefined);
  if (grid.data && readFrom.current !== grid.data) {
    readFrom.current = grid.data;
    marks.current = new Map(grid.data.marks.map(one => [cellKey(one.studentId, one.infoId), one]));
  }
  /** Saves run in sequence, so that a cell changed twice has the version of its first save. */
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const show = useCallback((changes: readonly (readonly [string, GridCell])[]) => {
    setCells(before => new Map([...before, ...changes]));
  }, []);

  const commit = useCallback(
    (entries: readonly { studentId: number; infoId: number; fullScore: string; text: string }[]) => {
      const fine: { studentId: number; infoId: number; text: string; entry: MarkEntry }[] = [];
      const shown: [string, GridCell][] = [];
      for (const { studentId, infoId, fullScore, text } of entries) {
        const key = cellKey(studentId, infoId);
        const read = readMark(text, fullScore);
        if (typeof read === 'string') {
          shown.push([key, { text, state: 'wrong', problem: words.problem(read, fullScore) }]);
          continue;
        }
        shown.push([key, { text, state: 'saving' }]);
        fine.push({ studentId, infoId, text, entry: read });
      }
      show(shown);
      const save = async (part: typeof fine) => {
        const told: [string, GridCell][] = [];
        try {
          const body = {
            ...{ examId, pass },
            marks: part.map(({ studentId, infoId, entry }) => ({
              ...{ studentId, infoId, ...entry },
              version: marks.current.get(cellKey(studentId, infoId))?.version ?? null,
            })),
          };
          const { saved, refused } = await send(mockMarkCalls.saveMarks, { body, toast: false });
          for (const mark of saved) {
            const key = cellKey(mark.studentId, mark.infoId);
            marks.current.set(key, mark);
            told.push([key, { text: markText(mark, words), state: 'kept' }]);
          }
          for (const { studentId, infoId, reason, standing } of refused) {
            const key = cellKey(studentId, infoId);
            if (standing) marks.current.set(key, standing);
            const text = part.find(one => cellKey(one.studentId, one.infoId) === key)?.text ?? '';
            const problem = standing ? words.taken(markText(standing, words)) : reason;
            told.push([key, { text, state: 'wrong', problem }]);
          }
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          for (const { studentId, infoId, text } of part)
            told.push([cellKey(studentId, infoId), { text, state: 'wrong', problem: error.message }]);
        }
        show(told);
      };
      for (let at = 0; at < fine.length; at += mostMarks) {
        const part = fine.slice(at, at + mostMarks);
        last.current = last.current.then(() => save(part));
      }
    },
    [examId, pass, show, words],
  );

  const cellOf = (studentId: number, infoId: number): GridCell => {
    const key = cellKey(studentId, infoId);
    return cells.get(key) ?? { text: markText(marks.current.get(key), words), state: 'kept' };
  };
  const whyClosed = useCallback(
    (studentId: number, infoId: number) => closed.get(cellKey(studentId, infoId)),
    [closed],
  );
  /** Waits for pending saves, and reloads the list of marks. */
  const leave = useCallback(async () => {
    await last.current;
    await Promise.all(
      [
        ['rows', registry.mockScore.name],
        ['mark-differences', examId],
      ].map(queryKey => client.invalidateQueries({ queryKey })),
    );
  }, [client, examId]);
  return { grid, cellOf, whyClosed, commit, leave };
}
