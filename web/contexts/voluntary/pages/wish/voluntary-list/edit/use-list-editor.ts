import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  type ListChoice,
  type ListSheet,
  voluntaryCalls,
} from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { useRef, useState } from 'react';
import { ApiError } from '../../../../../../engine/api/api-error.ts';
import { send } from '../../../../../../engine/api/send.ts';
import { refreshRows } from '../../../../../../engine/calls/refresh-rows.ts';
import { sameChoices } from './choices.ts';

const { voluntaryList } = registry;

/** Changes that can be taken back. */
const undoable = 100;

/** A list that is being filled in. */
export interface ListEditor {
  readonly sheet: ListSheet;
  readonly items: readonly ListChoice[];
  readonly dirty: boolean;
  readonly busy: boolean;
  /** Why the last save or generation did not succeed. */
  readonly problem: string | undefined;
  /** Somebody saved meanwhile: their version is shown, and undo restores the person's own. */
  readonly overtaken: boolean;
  /** Changes that can be taken back. */
  readonly undoes: number;
  change(items: readonly ListChoice[]): void;
  undo(): void;
  /** Answers whether it was saved. */
  save(): Promise<boolean>;
  /** Replaces this list by a generated one; returns its number of choices, undefined after a failure. */
  generate(ratio: string): Promise<number | undefined>;
}

/**
 * Manages unsaved changes to a list. A save includes the version that was read; if somebody has saved meanwhile,
 * neither version is lost: theirs is loaded, and the person's own is the last change, available through undo.
 */
export function useListEditor(listId: number, first: ListSheet): ListEditor {
  const [sheet, setSheet] = useState(first);
  const [items, setItems] = useState<readonly ListChoice[]>(first.items);
  const [past, setPast] = useState<readonly (readonly ListChoice[])[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [overtaken, setOvertaken] = useState(false);
  const latest = useRef(items);
  latest.current = items;

  // Another state, or another version of the same list, was read behind the editor: a step was taken.
  const [seen, setSeen] = useState(first);
  if (seen !== first) {
    setSeen(first);
    if (sameChoices(items, sheet.items)) setItems(first.items);
    setSheet(first);
  }

  const change = (next: readonly ListChoice[]) => {
    setPast(before => [...before.slice(1 - undoable), latest.current]);
    setItems(next);
    setProblem(undefined);
  };

  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const sent = latest.current;
    try {
      const saved = await send(voluntaryCalls.save, {
        body: {
          listId,
          version: sheet.version,
          items: sent.map(({ admissionId, profNames, adjustFlag, gone }) => ({
            admissionId,
            adjustFlag,
            ...(!gone && { profNames }),
          })),
        },
        toast: false,
      });
      setSheet(saved);
      // Changes made during the save are kept.
      if (latest.current === sent) setItems(saved.items);
      setOvertaken(false);
      void refreshRows(voluntaryList);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.reason === 'staleVersion') await takeTheirs(sent);
      else setProblem(error.message);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const takeTheirs = async (mine: readonly ListChoice[]) => {
    const theirs = await send(voluntaryCalls.sheet, { query: { listId } });
    setSheet(theirs);
    setPast(before => [...before, mine]);
    setItems(theirs.items);
    setOvertaken(true);
  };

  return {
    sheet,
    items,
    dirty: !sameChoices(items, sheet.items),
    busy,
    problem,
    overtaken,
    undoes: past.length,
    change,
    undo() {
      const last = past.at(-1);
      if (!last) return;
      setItems(last);
      setPast(past.slice(0, -1));
    },
    save,
    async generate(ratio) {
      setBusy(true);
      setProblem(undefined);
      try {
        const made = await send(voluntaryCalls.generate, { body: { listId, ratio }, toast: false });
        change(made.items);
        return made.items.length;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
