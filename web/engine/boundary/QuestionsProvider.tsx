import type { ModalFuncProps } from 'antd';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { laterCode } from '../../loading/later-code.ts';
import { DialogBoundary } from './DialogBoundary.tsx';
import { type Questions, QuestionsContext } from './questions.ts';

/** A question that is not shown yet. */
export interface Waiting {
  readonly kind: keyof Questions;
  readonly props: ModalFuncProps;
}

const QuestionDialogs = laterCode(() => import('./QuestionDialogs.tsx'));

/** Lets components ask questions; the dialogs' code is loaded while the first page is read. */
export function QuestionsProvider({ children }: { readonly children: ReactNode }) {
  const waiting = useRef<Waiting[]>([]);
  const [asked, setAsked] = useState(0);
  const questions = useMemo<Questions>(() => {
    const ask = (kind: keyof Questions) => (props: ModalFuncProps) => {
      waiting.current.push({ kind, props });
      setAsked(before => before + 1);
    };
    return { confirm: ask('confirm'), error: ask('error') };
  }, []);
  const giveUp = () => {
    waiting.current = [];
    setAsked(0);
  };
  return (
    <QuestionsContext value={questions}>
      {children}
      {asked > 0 && (
        <DialogBoundary onClose={giveUp}>
          <QuestionDialogs asked={asked} take={() => waiting.current.splice(0)} />
        </DialogBoundary>
      )}
    </QuestionsContext>
  );
}
