import type { PushMessage } from './types.ts';

/** The values that an app is given with a push: it reports a tap with `taskId`, and opens the page. */
export function payloadOf({ taskId, linkType, linkValue }: PushMessage): Readonly<Record<string, string>> {
  return { taskId: String(taskId), linkType: String(linkType), linkValue: linkValue ?? '' };
}

/** The page of a mini-program that a push opens; undefined for its first one. */
export function miniPageOf({ linkType, linkValue }: PushMessage): string | undefined {
  return linkType === 3 && linkValue ? linkValue.replace(/^\//, '') : undefined;
}

/** A text cut to the characters that a part of a subscription message may have. */
export const cut = (text: string, most = 20) => {
  const letters = [...text.replace(/\s+/gu, ' ')];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`;
};

/** A text cut to the characters that a vendor shows; its line breaks stay. */
export const clipped = (text: string, most: number) => {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
};
