import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuestions } from './questions.ts';

/** Asks before what was typed is lost; `leave` runs only when the person says so. */
export type LeaveQuestion = (text: string, leave: () => void) => void;

/** The question before unsaved changes are lost. Going on with them is the safe answer: it has the focus, and Enter and Esc give it. */
export function useLeaveQuestion(): LeaveQuestion {
  const { t } = useTranslation('trouble');
  const modal = useQuestions();
  return useCallback(
    (text, leave) =>
      void modal.confirm({
        title: t('leave.title'),
        content: text,
        okText: t('leave.discard'),
        okButtonProps: { danger: true },
        cancelText: t('leave.stay'),
        autoFocusButton: 'cancel',
        onOk: leave,
      }),
    [modal, t],
  );
}
