import { useSyncExternalStore } from 'react';
import { readSessionState, type Session, type SessionState, subscribeSession } from './session.ts';

/** The session or the reason there is none; re-renders on changes. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribeSession, readSessionState);
}

/**
 * The logged-in person, for pages inside the shell, where there always is one.
 *
 * @throws Error outside the guard, which is a programming error.
 */
export function useSession(): Session {
  const { session } = useSessionState();
  if (!session) throw new Error('useSession outside the guarded part');
  return session;
}
