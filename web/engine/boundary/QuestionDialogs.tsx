import { Modal } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { Waiting } from './QuestionsProvider.tsx';

interface QuestionDialogsProps {
  /** Number of questions asked so far. */
  readonly asked: number;
  /** Takes the questions that are not shown yet. */
  readonly take: () => readonly Waiting[];
}

/** Renders the questions. */
export default function QuestionDialogs({ asked, take }: QuestionDialogsProps) {
  const [modal, holder] = Modal.useModal();
  const draw = useEffectEvent(() => {
    for (const { kind, props } of take()) modal[kind](props);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(draw, [asked]);
  return holder;
}
