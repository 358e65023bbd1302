import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { Popover } from 'antd';
import { type KeyboardEvent, type RefObject, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { type FormStartAt, useFormController } from '../form/use-form-controller.ts';
import { keyOf } from '../row/row-key.ts';
import { useUnsavedChanges } from '../tab/tab-context.ts';
import styles from './CellEditor.module.css';
import { CellTrouble } from './CellTrouble.tsx';
import { confirmPicked, Focused, useMarked } from './cell-focus.tsx';
import type { EarlyKeys } from './early-keys.ts';
import { type Then, useCellSaving } from './use-cell-saving.ts';
import type { AfterCell } from './use-cells.ts';

/** An edit of a cell, and the ways that it ends. */
export interface CellEditorProps {
  readonly dataset: AnyDataset;
  /** The row as the list shows it. */
  readonly row: FieldRecord;
  /** The field of the cell. */
  readonly name: string;
  readonly at: HTMLTableCellElement;
  /** An earlier edit of the same row is being saved; its row is read after that. */
  readonly held: boolean;
  /** The keys that came before the input. */
  readonly early: RefObject<EarlyKeys>;
  /** The person goes on while the value is being saved. */
  readonly onLeave: (after?: AfterCell) => void;
  /** The value cannot be saved, and waits for the person. */
  readonly onTrouble: () => void;
  /** Takes the values that were replaced, the version of their row, and the answer to the save. */
  readonly onSaved: (former: FieldRecord, version: unknown, answer: unknown) => void;
  /** Ends editing, see `Cells`; without `after` where the person has gone on already. */
  readonly onClose: (after?: AfterCell) => void;
  /** Goes on in the row's form, with the typed value. */
  readonly onForm: (start: FormStartAt) => void;
}

/** The ways on by the keys that end a text. */
const thenOf = { Enter: { after: undefined }, Tab: { after: 1 }, 'Shift+Tab': { after: -1 } } as const;

/** The meaning of a key in the editor: to leave it, or to save and go on; undefined for another key. */
function meaningOf(event: KeyboardEvent): 'leave' | Then | undefined {
  if (event.nativeEvent.isComposing) return undefined;
  const { target } = event;
  const typed =
    target instanceof HTMLButtonElement ||
    (target instanceof HTMLInputElement && (target.enterKeyHint === 'done' || target.type === 'radio'));
  if (event.key === 'Escape') return 'leave';
  if (event.key === 'Tab') return thenOf[event.shiftKey ? 'Shift+Tab' : 'Tab'];
  const saves = event.key === 'Enter' && (typed || event.ctrlKey || event.metaKey);
  return saves ? thenOf.Enter : undefined;
}

/** Kinds whose value is complete with one choice, which is saved at once. */
const chosenAtOnce: ReadonlySet<Field['kind']> = new Set<Field['kind']>([
  ...(['code', 'yesNo', 'ref', 'date', 'dateTime'] as const),
]);

/**
 * Edits one field of a row in its cell, and saves as the form does: Enter saves, Escape leaves, Tab goes to the next
 * cell, a press elsewhere saves. The person goes on at once; the cell shows the value, greyed, until it is saved. A value
 * that cannot be saved stays, with the reason.
 */
export default function CellEditor(props: CellEditorProps) {
  const { dataset, row, name, at, held, early, onSaved, onClose, onForm } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const form = useFormController(dataset, { mode: 'edit', key: keyOf(dataset, row) }, held);
  const ready = form.status === 'ready';
  const failed = form.status === 'failed';
  const { stage, waits, setThen } = useCellSaving(props, form, box);
  useUnsavedChanges(form.dirty);
  useMarked(at, box, stage !== 'left');
  const field = fieldOf(dataset, name);
  const value = name in form.values ? form.values[name] : row[name];
  const lastKey = useRef<string>(undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    lastKey.current = event.key;
    const meaning = meaningOf(event);
    if (meaning === undefined) return;
    event.preventDefault();
    if (meaning !== 'leave') {
      if (event.key === 'Tab') confirmPicked(box.current);
      return setThen(meaning);
    }
    event.stopPropagation();
    if (!form.saving || form.doubt) onClose();
  };
  if (!field) return null;
  const change = (next: unknown) => {
    form.change(name, next);
    // Arrow keys go through choices, and have not chosen.
    const chosen = lastKey.current === undefined || lastKey.current === 'Enter';
    if (chosenAtOnce.has(field.kind) && chosen) setThen(thenOf.Enter);
  };
  const masked = isPersonal(field) && !ready;
  const names = [name, ...Object.keys(dataset.fields).filter(other => other !== name)];
  const wrong = names.find(other => form.errorOf(other) !== undefined);
  const error = wrong === undefined ? undefined : form.errorOf(wrong);
  const { Input } = viewOf(field);
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the input in it
    <div
      ref={box}
      className={styles.box}
      data-saving={waits}
      onKeyDownCapture={onKeyDown}
      onKeyDown={event => {
        // The list's shortcuts are single letters.
        if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
      }}
      onPointerDownCapture={() => {
        lastKey.current = undefined;
      }}
    >
      <Popover
        open={!waits && (error !== undefined || form.doubt !== undefined || failed)}
        placement="topLeft"
        styles={{ content: { maxWidth: 320 } }}
        content={
          <CellTrouble
            form={form}
            textId={`${id}-text`}
            error={error}
            onForm={
              wrong === name ? undefined : () => onForm({ at: wrong ?? name, given: { [name]: value } })
            }
          />
        }
      >
        <div className={styles.input}>
          <CodeSuspense>
            <Input
              field={field}
              name={name}
              id={id}
              value={masked ? null : value}
              record={ready ? form.values : row}
              disabled={masked || waits}
              invalid={error !== undefined}
              describedBy={`${id}-text`}
              onChange={change}
            />
            {stage === 'typing' && (
              <Focused within={box} key={String(masked)} early={early} onEnd={end => setThen(thenOf[end])} />
            )}
          </CodeSuspense>
        </div>
      </Popover>
      <label htmlFor={id} className="unseen">
        {t('cell.label', { label: field.label[language] })}
      </label>
      {form.conflict && (
        <ConflictDialog
          dataset={dataset}
          conflict={form.conflict}
          mine={form.values}
          saving={form.saving}
          onSettle={form.settle}
          onSave={async mine => {
            const { theirs } = form.conflict ?? {};
            if (!theirs || !(await form.settleAndSave(mine))) return;
            const former = Object.fromEntries(mine.map(other => [other, theirs[other] ?? null]));
            onSaved(former, theirs.version, form.savedRow());
            onClose();
          }}
          onClose={form.dismissConflict}
        />
      )}
    </div>,
    at,
  );
}
