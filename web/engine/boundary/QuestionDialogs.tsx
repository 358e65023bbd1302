import { Modal } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import type { Waiting } from './QuestionsProvider.tsx';

interface QuestionDialogsProps {
  /** The number of those that were asked so far. */
  readonly asked: number;
  /** Hands out those that nobody sees yet. */
  readonly take: () => readonly Waiting[];
}

/** Draws the questions, each when it is asked. */
export default function QuestionDialogs({ asked, take }: QuestionDialogsProps) {
  const [modal, holder] = Modal.useModal();
  const draw = useEffectEvent(() => {
    for (const { kind, props } of take()) modal[kind](props);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(draw, [asked]);
  return holder;
}
