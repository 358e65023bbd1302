import { compare } from '@yikao/model/rules/money.ts';
import { Button, Input, type InputRef } from 'antd';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quickMarks, stepped } from './mark-steps.ts';
import styles from './Page.module.css';

interface MarkPadProps {
  /** Full marks of the question. */
  readonly full: string;
  /** The mark that is corrected. */
  readonly start: string | undefined;
  readonly busy: boolean;
  readonly onMark: (score: string) => void;
}

const wellFormed = /^\d{1,4}(\.\d{1,2})?$/;

/**
 * Where a mark is given: digits go into it wherever the focus is, the arrow keys change it by half a mark, Enter saves it
 * and takes the next answer.
 */
export function MarkPad({ full, start, busy, onMark }: MarkPadProps) {
  const { t } = useTranslation('exam');
  const id = useId();
  const input = useRef<InputRef>(null);
  const [score, setScore] = useState(start === undefined ? '' : String(Number(start)));
  const [problem, setProblem] = useState('');
  const most = Number(full);
  const change = (next: string) => {
    setScore(next);
    setProblem('');
  };
  const save = () => {
    const given = score.trim().replace('。', '.');
    if (!wellFormed.test(given)) return setProblem(t('marking.noScore'));
    if (compare(given, full) > 0) return setProblem(t('marking.tooHigh', { full: most }));
    onMark(given);
  };
  const typed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : undefined;
    // Other inputs and dialogs have these keys for themselves.
    if (target?.closest('input, textarea, [role=dialog]')) return;
    if (/^[\d.]$/.test(event.key)) {
      event.preventDefault();
      change(event.key);
      input.current?.focus();
    } else if (event.key === 'Enter' && !target?.closest('button, a')) {
      event.preventDefault();
      save();
    }
  });
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    const listen = (event: KeyboardEvent) => typed(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <form
      className={styles.pad}
      aria-label={t('marking.pad')}
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
    >
      <label htmlFor={id}>{t('marking.score', { full: most })}</label>
      <div className={styles.score}>
        <Button aria-label={t('marking.less')} onClick={() => change(stepped(score, -0.5, most))}>
          −½
        </Button>
        <Input
          ref={input}
          id={id}
          size="large"
          inputMode="decimal"
          autoComplete="off"
          value={score}
          status={problem === '' ? '' : 'error'}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => change(target.value)}
          onKeyDown={event => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            change(stepped(score, event.key === 'ArrowUp' ? 0.5 : -0.5, most));
          }}
        />
        <Button aria-label={t('marking.more')} onClick={() => change(stepped(score, 0.5, most))}>
          +½
        </Button>
      </div>
      <fieldset className={styles.quick} aria-label={t('marking.quick')}>
        {quickMarks(most).map(one => (
          <Button
            key={one}
            size="small"
            type={score === String(one) ? 'primary' : 'default'}
            onClick={() => {
              change(String(one));
              input.current?.focus();
            }}
          >
            {one}
          </Button>
        ))}
      </fieldset>
      <p
        id={`${id}-hint`}
        className={styles.hint}
        data-wrong={problem !== ''}
        role={problem ? 'alert' : undefined}
      >
        {problem || t('marking.keys')}
      </p>
      <Button type="primary" size="large" htmlType="submit" loading={busy} block>
        {t(start === undefined ? 'marking.save' : 'marking.saveAgain')}
      </Button>
    </form>
  );
}
