import type { ModalFuncProps } from 'antd';
import { createContext, useContext } from 'react';

/** Asks or tells in a dialog of its own, over whatever is open. */
export interface Questions {
  readonly confirm: (question: ModalFuncProps) => void;
  readonly error: (told: ModalFuncProps) => void;
}

const context = createContext<Questions | undefined>(undefined);

/** Hands the questions to all in it; see `QuestionsProvider`. */
export const QuestionsContext = context.Provider;

/**
 * The questions that are asked before something is done. They stay the same from one drawing to the next.
 *
 * @throws Error outside of `QuestionsProvider`, which stands around the shell and the pages in front of it.
 */
export function useQuestions(): Questions {
  const questions = useContext(context);
  if (!questions) throw new Error('A question is asked outside of QuestionsProvider');
  return questions;
}
