import { type SessionUser, sessionUser } from '@yikao/model/contexts/people/login.calls.ts';
import type { PermissionCode } from '@yikao/model/permissions.ts';
import { z } from 'zod';
import { hasUnsaved } from '../tab/unsaved.ts';
import { keepDeviceToken } from './known-device.ts';

const session = sessionUser.extend({
  token: z.string().min(1),
  /** Kept past the closing of the browser. */
  rememberMe: z.boolean(),
  /** When the password was last typed, in milliseconds since 1970; see {@link passwordIsFresh}. */
  passwordSeenAt: z.number(),
});

/** Who is logged in here, and the token that proves it. The server is the truth; this is its cache (domain Q15). */
export type Session = z.infer<typeof session>;

/** Reason for the lack of a session: there was none, the person logged out, or the server refused the token. */
export type SessionEnd = 'none' | 'logout' | 'expired';

const storageKey = 'yikao.session';
const passwordFreshMs = 12 * 60 * 60 * 1000;

/** The session, or the reason there is none. */
export interface SessionState {
  readonly session: Session | undefined;
  readonly end: SessionEnd;
  /**
   * The session is over with unsaved work on screen: the person is asked to log in again in place. Contains the reason.
   */
  readonly renewing?: 'expired' | 'logout';
}

const listeners = new Set<() => void>();
let state: SessionState = { session: stored(), end: 'none' };

function parsed(text: string | null): Session | undefined {
  if (!text) return undefined;
  try {
    return session.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function stored(): Session | undefined {
  const own = parsed(sessionStorage.getItem(storageKey));
  if (own) return own;
  const remembered = parsed(localStorage.getItem(storageKey));
  if (remembered) sessionStorage.setItem(storageKey, JSON.stringify(remembered));
  return remembered;
}

function settle(next: SessionState) {
  state = next;
  for (const listener of listeners) listener();
}

/** Messages between browser tabs, since they may share a token without sharing sessionStorage. */
const news = z.union([
  z.object({ ended: z.string(), end: z.enum(['logout', 'expired']) }),
  z.object({ started: session }),
]);
const channel = new BroadcastChannel(storageKey);
const tell = (what: z.infer<typeof news>) => channel.postMessage(what);

channel.addEventListener('message', (event: MessageEvent<unknown>) => {
  const told = news.safeParse(event.data).data;
  if (!told) return;
  if ('ended' in told) {
    if (state.session?.token === told.ended && !state.renewing) over(told.end, hasUnsaved());
  } else if (state.renewing && told.started.userId === state.session?.userId) {
    keep(told.started); // the person has logged in again meanwhile
  }
});

// A remembered session started or replaced in another browser tab applies here too, unless this tab has its own.
window.addEventListener('storage', event => {
  if (event.key !== storageKey || (state.session && !state.session.rememberMe)) return;
  const next = parsed(event.newValue);
  if (!next || next.token === state.session?.token) return;
  // One person's unsaved work is not passed to another.
  const foreign = state.session !== undefined && next.userId !== state.session.userId;
  if (foreign && (state.renewing || hasUnsaved())) return;
  sessionStorage.setItem(storageKey, JSON.stringify(next));
  settle({ session: next, end: 'none' });
});

function forgetStored() {
  sessionStorage.removeItem(storageKey);
  if (parsed(localStorage.getItem(storageKey))?.token === state.session?.token)
    localStorage.removeItem(storageKey);
}

/** Ends the session: the person logs in again in place while something is `inHand`, else on the login page. */
function over(end: 'logout' | 'expired', inHand: boolean) {
  forgetStored();
  settle(inHand ? { session: state.session, end: 'none', renewing: end } : { session: undefined, end });
}

/** The session now, for code outside React. */
export function readSession(): Session | undefined {
  return state.session;
}

/** The current session, or the reason there is none. Stable until something changes. */
export function readSessionState(): SessionState {
  return state;
}

/** Calls `listener` after each change; returns the function that unsubscribes it. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(next: Session): void {
  const text = JSON.stringify(next);
  sessionStorage.setItem(storageKey, text);
  if (next.rememberMe) localStorage.setItem(storageKey, text);
  else if (state.session?.token !== next.token) localStorage.removeItem(storageKey);
  settle({ session: next, end: 'none' });
}

/**
 * Stores a new login: in this browser tab, and in the browser if the person chose so; the device token in any case. The
 * password is never stored (domain Q16).
 */
export function startSession({
  deviceToken,
  ...next
}: Session & { readonly deviceToken?: string | undefined }): void {
  if (deviceToken !== undefined) keepDeviceToken(deviceToken);
  keep(next);
  tell({ started: next });
}

/** Changes the data of the running session; an ended one is left unchanged without notifying listeners. */
function amend(change: Partial<Session>): void {
  if (!state.session || state.renewing) return;
  const amended = { ...state.session, ...change };
  if (JSON.stringify(amended) !== JSON.stringify(state.session)) keep(amended);
}

/** Applies the server's current data about the session's person, such as a role granted since the login. */
export function updateSessionUser(user: SessionUser): void {
  if (state.session?.userId === user.userId) amend(user);
}

/** Records that the person has just set their own password. */
export function notePasswordTyped(): void {
  amend({ passwordSeenAt: Date.now(), mustChangePassword: false });
}

/** Records that the person has enrolled the second factor the session required. */
export function noteEnrolled(): void {
  amend({ mustEnrolSecondFactor: false });
}

/** Clears the session here and in every browser tab that shares its token. */
export function endSession(end: 'logout' | 'expired'): void {
  if (!state.session) return;
  tell({ ended: state.session.token, end });
  over(end, false);
}

/**
 * The session for a call. While the person is asked to log in again it waits for that, or for `signal`, whose reason it
 * then throws.
 */
export function settledSession(signal?: AbortSignal): Promise<Session | undefined> {
  return new Promise((resolve, reject) => {
    const finish = (done: () => void) => {
      stop();
      signal?.removeEventListener('abort', abort);
      done();
    };
    const abort = () => finish(() => reject(signal?.reason));
    const look = () => {
      if (!state.renewing) finish(() => resolve(state.session));
    };
    const stop = subscribeSession(look);
    signal?.addEventListener('abort', abort);
    look();
  });
}

/**
 * The session to continue with after the server refused the token of `old`; undefined if the person has logged out or
 * changed. With something `inHand`, or unsaved on any page, the person logs in again in place.
 */
export async function renewedSession(
  old: Session,
  inHand: boolean,
  signal?: AbortSignal,
): Promise<Session | undefined> {
  if (state.session?.token === old.token && !state.renewing) {
    tell({ ended: old.token, end: 'expired' });
    over('expired', inHand || hasUnsaved());
  }
  const next = await settledSession(signal);
  return next?.userId === old.userId ? next : undefined;
}

/**
 * Reports whether the password was typed within 12 hours, so that changing it need not ask for it again (domain Q47).
 */
export function passwordIsFresh({ passwordSeenAt }: Session): boolean {
  return Date.now() - passwordSeenAt < passwordFreshMs;
}

/**
 * Reports whether the person holds permission `code`, such as `sch:examType:add`; an admin-flag user holds all (domain
 * 0.2). This hides buttons only: the server decides.
 */
export function can(code: PermissionCode): boolean {
  return canAny(codes => codes.includes(code));
}

/** Reports whether the person's codes satisfy `enough`; an admin-flag user holds all. */
export function canAny(enough: (codes: readonly string[]) => boolean): boolean {
  return state.session !== undefined && (state.session.adminFlag === 1 || enough(state.session.perms));
}
