import { CloseOutlined, DownOutlined, HolderOutlined, UpOutlined } from '@ant-design/icons';
import { probBand } from '@yikao/model/contexts/admission/probability.codes.ts';
import type { ListChoice, ListRulesTold } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { Alert, Button, Checkbox } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movedTo, useDragging } from '../../../../../../engine/layout/use-dragging.ts';
import { ToneTag } from '../../../../../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../../../../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../../../../../i18n/i18n.ts';
import { ChoiceFacts, FactHeads } from './ChoiceFacts.tsx';
import { ChoiceMajors } from './ChoiceMajors.tsx';
import { bands, warningsOf } from './choices.ts';
import facts from './facts.module.css';
import { MarkTags } from './MarkTags.tsx';
import styles from './Page.module.css';

interface Props {
  readonly items: readonly ListChoice[];
  readonly rules: ListRulesTold;
  readonly editable: boolean;
  readonly onChange: (items: readonly ListChoice[]) => void;
}

/** The list in order: rows are dragged by their handle, or moved by keys and arrows, and every move is announced. */
export function ChoicePane({ items, rules, editable, onChange }: Props) {
  const { t } = useTranslation('voluntary');
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  const tell = (one: ListChoice, to: number) =>
    setTold(t('moved', { school: one.schoolName, place: to + 1, count: items.length }));
  const dragging = useDragging(
    items,
    () => list.current,
    (next, from, to) => {
      onChange(next);
      const one = items[from];
      if (one) tell(one, to);
    },
  );
  const move = (from: number, to: number) => {
    const one = items[from];
    if (!one || to < 0 || to >= items.length || from === to) return;
    onChange(movedTo(items, from, to));
    tell(one, to);
    // The focus follows the handle of the moved row, so that the next key moves it again.
    requestAnimationFrame(() => handleAt(list.current, to)?.focus());
  };
  const set = (at: number, changed: Partial<ListChoice>) =>
    onChange(items.map((other, index) => (index === at ? { ...other, ...changed } : other)));
  const remove = (at: number) => {
    const one = items[at];
    onChange(items.filter((_, index) => index !== at));
    if (one) setTold(t('removed', { school: one.schoolName, count: items.length - 1 }));
    requestAnimationFrame(() => handleAt(list.current, Math.min(at, items.length - 2))?.focus());
  };
  return (
    <section className={styles.pane} aria-label={t('choices')}>
      <Summary items={items} rules={rules} />
      <div className={styles.warnings}>
        {warningsOf(items, rules).map(one => (
          <Alert
            key={one.name}
            type={one.name === 'over' || one.name === 'gone' ? 'error' : 'warning'}
            showIcon
            title={t(`warnings.${one.name}`, { count: 'over' in one ? one.over : one.count })}
          />
        ))}
      </div>
      {items.length === 0 ? (
        <EmptyState size="small" title={t('empty')} hint={editable ? t('emptyHint') : undefined} />
      ) : (
        <>
          {editable && <p className={styles.hint}>{t('dragHint')}</p>}
          <FactHeads of={items} />
          {/* A read-only list has no other focusable content from which to scroll. */}
          <ol
            ref={list}
            className={styles.choices}
            aria-label={t('choices')}
            tabIndex={editable ? undefined : 0}
          >
            {dragging.shown.map((one, at) => (
              <li
                key={one.admissionId}
                className={`${styles.choice} ${facts.choice}`}
                data-choice={one.admissionId}
                data-dragged={dragging.at === at || undefined}
                data-gone={one.gone || undefined}
              >
                {editable ? (
                  <button
                    type="button"
                    className={styles.handle}
                    aria-label={t('handle', { place: at + 1, school: one.schoolName })}
                    onPointerDown={event => dragging.take(at, event)}
                    onKeyDown={event => onKey(event, at, items.length, move, remove)}
                  >
                    <HolderOutlined aria-hidden />
                    <b>{at + 1}</b>
                  </button>
                ) : (
                  <b className={styles.place}>{at + 1}</b>
                )}
                <div className={facts.school}>
                  <p className={styles.title}>
                    <span>{one.schoolName}</span>
                    <MarkTags of={one} />
                    {one.gone && <ToneTag tone="lost" text={t('gone')} />}
                  </p>
                  {!(editable && one.profNames.length > 1) && (
                    <p className={facts.prof}>{one.profNames.join('、')}</p>
                  )}
                </div>
                <ChoiceFacts of={one} among={items} />
                {editable && (
                  <ChoiceButtons
                    school={one.schoolName}
                    first={at === 0}
                    last={at === items.length - 1}
                    onMove={by => move(at, at + by)}
                    onRemove={() => remove(at)}
                  />
                )}
                <div className={facts.more}>
                  {editable && one.profNames.length > 1 && (
                    <ChoiceMajors of={one} onChange={profNames => set(at, { profNames })} />
                  )}
                  {one.subjectRequire && <span>{t('subjects', { subjects: one.subjectRequire })}</span>}
                  {rules.adjustable && (
                    <Checkbox
                      className={styles.adjust ?? ''}
                      checked={one.adjustFlag}
                      disabled={!editable}
                      onChange={event => set(at, { adjustFlag: event.target.checked })}
                    >
                      {t('adjust')}
                    </Checkbox>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
      <p className={styles.told} role="status" aria-live="polite">
        {told}
      </p>
    </section>
  );
}

interface ChoiceButtonsProps {
  readonly school: string;
  readonly first: boolean;
  readonly last: boolean;
  /** Moves the choice up (-1) or down (1). */
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Moves a choice by one place, or takes it off the list. */
function ChoiceButtons({ school, first, last, onMove, onRemove }: ChoiceButtonsProps) {
  const { t } = useTranslation('voluntary');
  return (
    <span className={`${styles.buttons} ${facts.buttons}`}>
      <Button
        type="text"
        size="small"
        icon={<UpOutlined aria-hidden />}
        disabled={first}
        aria-label={t('up', { school })}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        icon={<DownOutlined aria-hidden />}
        disabled={last}
        aria-label={t('down', { school })}
        onClick={() => onMove(1)}
      />
      <Button
        type="text"
        size="small"
        danger
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('remove', { school })}
        onClick={onRemove}
      />
    </span>
  );
}

/** The number of choices and its limit, and their spread between bold and safe. */
function Summary({ items, rules }: Pick<Props, 'items' | 'rules'>) {
  const { t } = useTranslation('voluntary');
  const language = useLanguage();
  const counts = bands.map(band => ({
    band,
    tone: codeItem(probBand, band)?.tone ?? 'plain',
    name: codeItem(probBand, band)?.label[language] ?? band,
    count: items.filter(({ level }) => level === band).length,
  }));
  return (
    <header className={styles.summary}>
      <h2>
        {t('choices')}{' '}
        <small data-over={(rules.quota !== null && items.length > rules.quota) || undefined}>
          {rules.quota === null ? items.length : `${items.length} / ${rules.quota}`}
        </small>
      </h2>
      <div className={styles.bar} aria-hidden>
        {counts.map(({ band, tone, count }) => (
          <i key={band} data-tone={tone} style={{ flexGrow: count }} />
        ))}
      </div>
      <p className={styles.counts}>
        {counts.map(({ band, tone, name, count }) => (
          <ToneTag key={band} tone={tone} text={`${name} ${count}`} />
        ))}
      </p>
    </header>
  );
}

function handleAt(list: HTMLElement | null, at: number): HTMLElement | null | undefined {
  return list?.querySelectorAll<HTMLElement>('[data-choice]')[at]?.querySelector('button');
}

function onKey(
  event: KeyboardEvent,
  at: number,
  count: number,
  move: (from: number, to: number) => void,
  remove: (at: number) => void,
): void {
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    move(at, to);
  } else if (event.key === 'Delete') {
    event.preventDefault();
    remove(at);
  }
}
