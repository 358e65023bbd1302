import { type SessionUser, sessionUser } from '@yikao/model/calls/login.ts';
import { z } from 'zod';
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

/** Why nobody is logged in: never was, left, or the server refused the token. */
export type SessionEnd = 'none' | 'logout' | 'expired';

const storageKey = 'yikao.session';
const passwordFreshMs = 12 * 60 * 60 * 1000;

/** The session, and why there is none. */
export interface SessionState {
  readonly session: Session | undefined;
  readonly end: SessionEnd;
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

// Browser tabs share a token without sharing sessionStorage, so the end of a session is announced to them.
const channel = new BroadcastChannel(storageKey);
channel.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (state.session && event.data === state.session.token) forget('logout');
});

// A remembered session that another browser tab starts or replaces holds here too, unless this tab has its own.
window.addEventListener('storage', event => {
  if (event.key !== storageKey || (state.session && !state.session.rememberMe)) return;
  const next = parsed(event.newValue);
  if (!next || next.token === state.session?.token) return;
  sessionStorage.setItem(storageKey, JSON.stringify(next));
  settle({ session: next, end: 'none' });
});

function forget(end: SessionEnd) {
  sessionStorage.removeItem(storageKey);
  if (parsed(localStorage.getItem(storageKey))?.token === state.session?.token)
    localStorage.removeItem(storageKey);
  settle({ session: undefined, end });
}

/** The session now, for code outside React. */
export function readSession(): Session | undefined {
  return state.session;
}

/** The session now, and why there is none. The same object until something changes. */
export function readSessionState(): SessionState {
  return state;
}

/** Calls `listener` after each change; gives the function that ends it. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Stores a fresh login: in this browser tab, and in the browser when the person wished so; what the device is known by
 * in any case. The password is never stored (domain Q16).
 */
export function startSession({
  deviceToken,
  ...next
}: Session & { readonly deviceToken?: string | undefined }): void {
  if (deviceToken !== undefined) keepDeviceToken(deviceToken);
  const text = JSON.stringify(next);
  sessionStorage.setItem(storageKey, text);
  if (next.rememberMe) localStorage.setItem(storageKey, text);
  else if (state.session?.token !== next.token) localStorage.removeItem(storageKey);
  settle({ session: next, end: 'none' });
}

/** Takes over what the server now says of the person of this session, such as a role granted since the login. */
export function updateSessionUser(user: SessionUser): void {
  const { session: now } = state;
  if (now && now.userId === user.userId) startSession({ ...now, ...user });
}

/** Notes that the person has set an own password just now. */
export function notePasswordTyped(): void {
  if (!state.session) return;
  startSession({ ...state.session, passwordSeenAt: Date.now(), mustChangePassword: false });
}

/** Notes that the person has turned the second factor on, as the session asked for. */
export function noteEnrolled(): void {
  if (state.session) startSession({ ...state.session, mustEnrolSecondFactor: false });
}

/** Clears the session here and in every browser tab that shares its token. */
export function endSession(end: 'logout' | 'expired'): void {
  if (!state.session) return;
  channel.postMessage(state.session.token);
  forget(end);
}

/** Whether the password was typed within 12 hours, so that changing it need not ask for it again (domain Q47). */
export function passwordIsFresh({ passwordSeenAt }: Session): boolean {
  return Date.now() - passwordSeenAt < passwordFreshMs;
}

/**
 * Whether the person holds permission `code`, such as `sch:examType:add`; an admin-flag user holds all
 * (domain 0.2). This hides buttons only: the server decides (house rule 14).
 */
export function can(code: string): boolean {
  return canAny(codes => codes.includes(code));
}

/** Whether the person holds codes that `enough` accepts; an admin-flag user holds all. */
export function canAny(enough: (codes: readonly string[]) => boolean): boolean {
  return state.session !== undefined && (state.session.adminFlag === 1 || enough(state.session.perms));
}
