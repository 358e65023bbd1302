import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type BrokenText, posterCalls } from '@yikao/model/contexts/content/poster.calls.ts';
import type { PosterText } from '@yikao/model/contexts/content/rules/poster-layout.ts';
import { textLines } from '@yikao/model/rules/text-lines.ts';
import { useEffect, useState } from 'react';
import { send } from '../../../engine/api/send.ts';

/** Milliseconds without a key before the server is asked. */
const typingPauseMs = 250;

/** The fonts of the screen that are most like the one that the server draws with. */
export const screenFont =
  '"Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif';

/** The part of a text that decides its lines. */
type Asked = Pick<PosterText, 'text' | 'width' | 'lines' | 'size' | 'weight'>;

const askedOf = ({ text, width, lines, size, weight }: Asked): Asked => ({
  text,
  width,
  lines,
  size,
  weight,
});

let pen: CanvasRenderingContext2D | null | undefined;

/** The lines with the screen's own font, until the server has said those of the picture. */
function linesHere({ text, width, lines, size, weight }: Asked): BrokenText {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen) pen.font = `${weight === 2 ? 700 : 400} ${size}px ${screenFont}`;
  const measure = (part: string) => pen?.measureText(part).width ?? part.length * size;
  const broken = textLines(text, { width, lines, measure });
  return { lines: [...broken.lines], cut: false, missing: [] };
}

/** The lines of each text as the picture will have them, with what is cut off and what the font lacks. */
export function useBrokenTexts(texts: readonly Asked[]): readonly BrokenText[] {
  const now = JSON.stringify(texts.map(askedOf));
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), typingPauseMs);
    return () => clearTimeout(timer);
  }, [now]);
  const answer = useQuery({
    queryKey: ['posterLayout', settled],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, BrokenText>> => {
      const asked: Asked[] = JSON.parse(settled); // made of the same type a moment ago
      const told = await send(posterCalls.layout, { body: { texts: asked }, signal, toast: false });
      return new Map(told.map((one, at) => [JSON.stringify(asked[at]), one]));
    },
    placeholderData: keepPreviousData,
    enabled: settled !== '[]',
    retry: false,
  });
  return texts.map(text => answer.data?.get(JSON.stringify(askedOf(text))) ?? linesHere(text));
}
