import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { Button, Popover } from 'antd';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { notice } from '../api/notice.ts';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { FormDoubt } from '../form/FormDoubt.tsx';
import { type FormController, type FormStartAt, useFormController } from '../form/use-form-controller.ts';
import { keyOf } from '../row/row-key.ts';
import { useUnsavedChanges } from '../tab/tab-context.ts';
import styles from './CellEditor.module.css';
import type { AfterCell } from './use-cells.ts';

interface CellEditorProps {
  readonly dataset: AnyDataset;
  /** The row as the list shows it. */
  readonly row: FieldRecord;
  /** The field of the cell. */
  readonly name: string;
  readonly at: HTMLTableCellElement;
  /** Ends editing, see `Cells`. */
  readonly onClose: (after?: AfterCell) => void;
  /** Goes on in the row's form, with the typed value. */
  readonly onForm: (start: FormStartAt) => void;
}

/** The way on once the cell is saved; undefined to stay on it. */
type Then = { readonly after: AfterCell | undefined };

/** The meaning of a key in the editor: to leave it, or to save and go on; undefined for another key. */
function meaningOf(event: KeyboardEvent): 'leave' | Then | undefined {
  if (event.nativeEvent.isComposing) return undefined;
  const { target } = event;
  const typed =
    target instanceof HTMLButtonElement ||
    (target instanceof HTMLInputElement && (target.enterKeyHint === 'done' || target.type === 'radio'));
  if (event.key === 'Escape') return 'leave';
  if (event.key === 'Tab') return { after: event.shiftKey ? -1 : 1 };
  const saves = event.key === 'Enter' && (typed || event.ctrlKey || event.metaKey);
  return saves ? { after: undefined } : undefined;
}

/** Kinds whose value is complete with one choice, which is saved at once. */
const chosenAtOnce: ReadonlySet<Field['kind']> = new Set<Field['kind']>([
  ...(['code', 'yesNo', 'ref', 'date', 'dateTime'] as const),
]);

/** Width in pixels that an input needs, however narrow its column. */
const leastWidth = 240;

/**
 * Edits one field of a row in its cell, and saves as the form does: Enter saves, Escape leaves, Tab goes to the next
 * cell, a press elsewhere saves. A value that cannot be saved stays, with the reason.
 */
export default function CellEditor({ dataset, row, name, at, onClose, onForm }: CellEditorProps) {
  const { t } = useTranslation(['engine', 'messages']);
  const language = useLanguage();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const form = useFormController(dataset, { mode: 'edit', key: keyOf(dataset, row) });
  const ready = form.status === 'ready';
  // Typing begins before the row is read; its value is handed to the form then.
  const [early, setEarly] = useState<{ readonly value: unknown }>();
  const [then, setThen] = useState<Then>();
  useUnsavedChanges(form.dirty || early !== undefined);
  const field = fieldOf(dataset, name);
  const value = early ? early.value : ready ? form.values[name] : row[name];

  const hand = useEffectEvent((typed: unknown) => {
    form.change(name, typed);
    setEarly(undefined);
  });
  useEffect(() => {
    if (ready && early) hand(early.value);
  }, [ready, early]);

  const submit = useEffectEvent(async ({ after }: Then) => {
    if (form.saving) return;
    if (!form.dirty) return onClose(after);
    if (form.check().length > 0 || !(await form.save())) return;
    notice.success(t('messages:modified'));
    onClose(after);
  });
  useEffect(() => {
    // After the render with the last change, so that it is saved too.
    if (!then || !ready || early) return;
    setThen(undefined);
    void submit(then);
  }, [then, ready, early]);

  useMarked(at, box);
  useOutsidePress(box, () => setThen({ after: 'elsewhere' }));
  // A row that left the page, such as by a change of somebody else, takes its cells with it.
  const gone = useEffectEvent(() => {
    if (form.dirty) onForm({ at: name, given: { [name]: form.values[name] } });
    else onClose();
  });
  useEffect(() => {
    if (!at.isConnected) gone();
  });

  const lastKey = useRef<string>(undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    lastKey.current = event.key;
    const meaning = meaningOf(event);
    if (meaning === undefined) return;
    event.preventDefault();
    if (meaning !== 'leave') return setThen(meaning);
    event.stopPropagation();
    if (!form.saving || form.doubt) onClose();
  };
  if (!field) return null;
  const change = (next: unknown) => {
    if (ready) form.change(name, next);
    else setEarly({ value: next });
    // Arrow keys go through choices, and have not chosen.
    const chosen = lastKey.current === undefined || lastKey.current === 'Enter';
    if (chosenAtOnce.has(field.kind) && chosen) setThen({ after: undefined });
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
        open={error !== undefined || form.doubt !== undefined || form.status === 'failed'}
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
              disabled={masked || (form.saving && !form.doubt)}
              invalid={error !== undefined}
              describedBy={`${id}-text`}
              onChange={change}
            />
            <Focused within={box} key={String(masked)} />
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
            if (!(await form.settleAndSave(mine))) return;
            notice.success(t('messages:modified'));
            onClose();
          }}
          onClose={form.dismissConflict}
        />
      )}
    </div>,
    at,
  );
}

interface CellTroubleProps {
  readonly form: FormController;
  readonly textId: string;
  readonly error: string | undefined;
  /** Goes on in the form; undefined if the cell itself is wrong. */
  readonly onForm: (() => void) | undefined;
}

/** The reason why a cell was not saved, with the way on. */
function CellTrouble({ form, textId, error, onForm }: CellTroubleProps) {
  const { t } = useTranslation('engine');
  return form.doubt ? (
    <FormDoubt form={form} />
  ) : form.status === 'failed' ? (
    <span role="alert" className={styles.error}>
      {t('list.failed')}
      <Button size="small" onClick={form.retry}>
        {t('list.retry')}
      </Button>
    </span>
  ) : (
    <span id={textId} role="alert" className={styles.error}>
      {error}
      {onForm && (
        <Button size="small" onClick={onForm}>
          {t('cell.toForm')}
        </Button>
      )}
    </span>
  );
}

/** The input of an editor: the chosen one of several. */
function inputIn(box: HTMLElement | null): HTMLElement | null | undefined {
  const chosen = box?.querySelector<HTMLElement>('input[type=radio]:checked');
  return chosen ?? box?.querySelector<HTMLElement>('input:enabled, button:enabled');
}

/** Focuses the input once its code is there, marks its text, and opens its list or calendar. */
function Focused({ within }: { readonly within: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const input = inputIn(within.current);
    input?.focus();
    if (!(input instanceof HTMLInputElement) || input.type === 'radio') return;
    input.select();
    if (input.enterKeyHint !== 'done') {
      input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
      input.click();
    }
  }, [within]);
  return null;
}

/** Marks the edited cell, whose input may be wider than it: to the left where the table ends. */
function useMarked(at: HTMLTableCellElement, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    at.dataset.editing = 'true';
    const edge = at.closest('.ant-table-body, .ant-table-content')?.getBoundingClientRect().right;
    const { left } = at.getBoundingClientRect();
    if (box.current && edge !== undefined && left + leastWidth > edge) box.current.dataset.end = 'true';
    // Details that close give the focus back to the cell.
    const back = ({ relatedTarget }: FocusEvent) => {
      const own = relatedTarget instanceof Node && box.current?.contains(relatedTarget);
      if (!own) inputIn(box.current)?.focus();
    };
    at.addEventListener('focus', back);
    return () => {
      at.removeEventListener('focus', back);
      delete at.dataset.editing;
    };
  }, [at, box]);
}

/** Calls `act` on a press outside of the editor and of what it has opened. */
function useOutsidePress(box: RefObject<HTMLElement | null>, act: () => void): void {
  const press = useEffectEvent((event: PointerEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || box.current?.contains(target)) return;
    // Lists, calendars, reasons and dialogs are drawn at the end of the page.
    const own = '.ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .ant-modal-root, .ant-message';
    if (!target.closest(own)) act();
  });
  useEffect(() => {
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, []);
}
