import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuestions } from './questions.ts';

/** Asks before typed values are lost; `leave` runs only if the person agrees. */
export type LeaveQuestion = (text: string, leave: () => void) => void;

/**
 * The question before unsaved changes are lost. Keeping them is the safe answer: it has the focus, and Enter and Esc
 * choose it.
 */
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
