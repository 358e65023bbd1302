import type { ModalFuncProps } from 'antd';
import { createContext, useContext } from 'react';

/** Asks or informs in a separate dialog above everything open. */
export interface Questions {
  readonly confirm: (question: ModalFuncProps) => void;
  readonly error: (told: ModalFuncProps) => void;
}

const context = createContext<Questions | undefined>(undefined);

/** Hands the questions to all in it; see `QuestionsProvider`. */
export const QuestionsContext = context.Provider;

/**
 * The questions asked before an action. They are stable between renders.
 *
 * @throws Error outside of `QuestionsProvider`, which surrounds the shell and the pages before it.
 */
export function useQuestions(): Questions {
  const questions = useContext(context);
  if (!questions) throw new Error('A question is asked outside of QuestionsProvider');
  return questions;
}
