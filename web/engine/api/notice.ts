/** Kinds of toast. */
export type NoticeKind = 'success' | 'error' | 'warning';

/** A button in a toast, related to its message. */
export interface NoticeAction {
  readonly label: string;
  readonly act: () => void;
  /** Takes the toast away before its time: the button would do nothing any more. */
  readonly until?: AbortSignal;
}

/** Draws one toast. The same text drawn twice at once is one toast. */
export type DrawNotice = (kind: NoticeKind, text: string, action?: NoticeAction) => void;

let draw: DrawNotice | undefined;
/** Milliseconds after which a toast that could not be drawn is no news any more. */
const newsMs = 10_000;

interface Waiting {
  readonly kind: NoticeKind;
  readonly text: string;
  readonly action: NoticeAction | undefined;
  readonly at: number;
}

let waiting: Waiting[] = [];
let wanted: (() => void) | undefined;

function show(kind: NoticeKind, text: string, action?: NoticeAction) {
  if (draw) return draw(kind, text, action);
  waiting.push({ kind, text, action, at: Date.now() });
  wanted?.();
}

/** Toasts, for components and for other code, such as a failing call. */
export const notice = {
  success: (text: string, action?: NoticeAction): void => show('success', text, action),
  error: (text: string): void => show('error', text),
  warning: (text: string): void => show('warning', text),
};

/** Sets the renderer of toasts; earlier ones are rendered at once. */
export function setNoticeDrawer(next: DrawNotice): void {
  draw = next;
  for (const { kind, text, action, at } of waiting) {
    if (Date.now() - at < newsMs) next(kind, text, action);
  }
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
