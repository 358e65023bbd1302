/** Kinds of toast. */
export type NoticeKind = 'success' | 'error' | 'warning';

/** Draws one toast. The same text drawn twice at once is one toast. */
export type DrawNotice = (kind: NoticeKind, text: string) => void;

let draw: DrawNotice | undefined;
let waiting: [NoticeKind, string][] = [];
let wanted: (() => void) | undefined;

function show(kind: NoticeKind, text: string) {
  if (draw) return draw(kind, text);
  waiting.push([kind, text]);
  wanted?.();
}

/** Toasts, for components and for code that is none, such as a failing call. */
export const notice = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
  warning: (text: string): void => show('warning', text),
};

/** Hands over what draws toasts; those shown before are drawn at once. */
export function setNoticeDrawer(next: DrawNotice): void {
  draw = next;
  for (const [kind, text] of waiting) next(kind, text);
  waiting = [];
}

/** Calls `listener` when a toast is shown and nothing draws toasts yet, so that the drawing is loaded only then. */
export function onNoticeWanted(listener: () => void): () => void {
  wanted = listener;
  if (waiting.length > 0) listener();
  return () => {
    wanted = undefined;
  };
}
