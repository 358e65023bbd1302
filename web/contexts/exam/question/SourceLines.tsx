import type { LineDecision, PaperLine } from '@yikao/model/contexts/exam/rules/paper/paper.types.ts';
import { Button } from 'antd';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './TextImportDialog.module.css';

interface SourceLinesProps {
  readonly lines: readonly PaperLine[];
  /** The chosen question, from 0; its lines are marked. */
  readonly chosen: number | undefined;
  readonly onChoose: (question: number) => void;
  readonly onDecide: (line: number, decision: LineDecision) => void;
}

const decisions = ['join', 'start', 'heading', 'leaveOut'] as const satisfies readonly LineDecision[];

/** The lines of a paper with the role of each. One that was not understood offers what it can be. */
export const SourceLines = memo(function SourceLines({
  lines,
  chosen,
  onChoose,
  onDecide,
}: SourceLinesProps) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (chosen === undefined) return;
    list.current?.querySelector('[data-chosen="true"]')?.scrollIntoView({ block: 'center' });
  }, [chosen]);
  return (
    <ol ref={list} className={styles.lines}>
      {lines.map(({ at, text, role, question, reason }) => (
        <li key={at} data-role={role} data-chosen={question !== undefined && question === chosen}>
          <span className={styles.role}>{role === 'blank' ? '' : t(`text.role.${role}`)}</span>
          {question === undefined || role === 'unknown' ? (
            <span className={styles.line}>{text}</span>
          ) : (
            <button type="button" className={styles.line} onClick={() => onChoose(question)}>
              {text}
            </button>
          )}
          {role === 'unknown' && (
            <div className={styles.decide}>
              <span>{reason?.[language]}</span>
              {decisions.map(one => (
                <Button key={one} size="small" onClick={() => onDecide(at, one)}>
                  {t(`text.decide.${one}`)}
                </Button>
              ))}
            </div>
          )}
          {question !== undefined && question === chosen && role !== 'unknown' && (
            <div className={styles.decide}>
              <Button size="small" type="text" onClick={() => onDecide(at, 'start')}>
                {t('text.decide.split')}
              </Button>
              <Button size="small" type="text" onClick={() => onDecide(at, 'leaveOut')}>
                {t('text.decide.leaveOut')}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
});
