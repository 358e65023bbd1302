import { useSyncExternalStore } from 'react';
import { readSessionState, type Session, type SessionState, subscribeSession } from './session.ts';

/** The session and why there is none; the component is drawn again when it changes. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribeSession, readSessionState);
}

/**
 * The person logged in, for pages inside the shell, where there always is one.
 *
 * @throws Error outside the guard, which is a mistake in the code.
 */
export function useSession(): Session {
  const { session } = useSessionState();
  if (!session) throw new Error('useSession outside the guarded part');
  return session;
}
