import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../../fields/index.ts';
import { isBlank, plainText, textOf } from '../../fields/parts/values.ts';
import { changedPart, firstOf, lastOf } from '../form/changed-part.ts';
import styles from './FieldChange.module.css';

interface FieldChangeProps {
  readonly field: Field;
  readonly name: string;
  readonly entry: Pick<HistoryEntryRow, 'op' | 'before' | 'after'>;
}

/** A field's old and new value; of longer texts the part that changed. */
export function FieldChange({ field, name, entry }: FieldChangeProps) {
  const { t } = useTranslation('trust');
  const { Cell } = viewOf(field);
  if (showsPart(field, entry.before[name], entry.after[name])) {
    return <TextChange field={field} old={entry.before[name]} now={entry.after[name]} />;
  }
  const value = (side: 'before' | 'after') => (
    <Cell field={field} name={name} value={entry[side][name]} record={entry[side]} />
  );
  if (entry.op === 'added') return value('after');
  return (
    <span className={styles.pair}>
      <del>{value('before')}</del>
      <span role="img" aria-label={t('history.became')}>
        →
      </span>
      <ins>{value('after')}</ins>
    </span>
  );
}

/** Reports whether a field's change is shown by {@link TextChange}: a text present on both sides. */
export function showsPart(field: Field, old: unknown, now: unknown): boolean {
  return (field.kind === 'text' || field.kind === 'richText') && !isBlank(old) && !isBlank(now);
}

/** Characters of unchanged text around a change. */
const around = 24;
/** Characters of changed text; the row itself shows the rest. */
const changedMax = 400;

interface TextChangeProps {
  readonly field: Field;
  readonly old: unknown;
  readonly now: unknown;
}

/** The changed part of a text, with some surrounding context. */
export function TextChange({ field, old, now }: TextChangeProps) {
  const { t } = useTranslation('trust');
  const html = field.kind === 'richText';
  const words = (value: unknown) => (html ? plainText(textOf(value)) : textOf(value));
  const part = changedPart(words(old), words(now));
  if (html && part.removed === '' && part.added === '') return <span>{t('history.onlyFormat')}</span>;
  return (
    <span className={styles.text}>
      {lastOf(part.before, around)}
      {part.removed && <del>{firstOf(part.removed, changedMax)}</del>}
      {part.added && <ins>{firstOf(part.added, changedMax)}</ins>}
      {firstOf(part.after, around)}
    </span>
  );
}
