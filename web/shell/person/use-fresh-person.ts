import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { useEffect } from 'react';
import { send } from '../../engine/api/send.ts';
import { updateSessionUser } from '../../engine/session/session.ts';

/**
 * Reloads the session's person when the shell starts: a session kept for days would otherwise show outdated buttons.
 */
export function useFreshPerson(): void {
  useEffect(() => {
    const controller = new AbortController();
    send(loginCalls.current, {
      signal: controller.signal,
      toast: false,
    })
      .then(updateSessionUser)
      .catch(() => {
        // The known data is kept; a refused session has already ended.
      });
    return () => controller.abort();
  }, []);
}
