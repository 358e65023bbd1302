import { loginCalls } from '@yikao/model/calls/login.ts';
import { useEffect } from 'react';
import { send } from '../../engine/api/send.ts';
import { updateSessionUser } from '../../engine/session/session.ts';

/**
 * Reads the person of the session anew when the shell comes up: a session kept for days would otherwise show
 * the buttons of the day it began.
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
        // What is known of the person stays; a refused session has ended already.
      });
    return () => controller.abort();
  }, []);
}
