import { signOnCalls } from '@yikao/model/contexts/people/sign-on.calls.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import { startSession } from '../../engine/session/session.ts';
import { fetchAfterLogin } from './fetch-after-login.ts';
import type { Waiting } from './SecondStep.tsx';

/** Handlers for the return from an identity provider. */
interface Handlers {
  readonly onWaiting: (waiting: Waiting) => void;
  readonly onFailure: (reason: string) => void;
  /** Only the login page takes the outcome of a login. */
  readonly onLoginPage: boolean;
}

/**
 * Handles the outcome of a single sign-on when an identity provider has returned to the login page: starts the session,
 * asks for the second step, or shows the failure. Returns whether that is in progress.
 */
export function useSignOnReturn({ onWaiting, onFailure, onLoginPage }: Handlers): boolean {
  const { t } = useTranslation('messages');
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = useRef(false);
  const [busy, setBusy] = useState(() => onLoginPage && new URLSearchParams(search).has('signOn'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: an outcome is taken over once, when the page opens
  useEffect(() => {
    if (!busy || asked.current) return;
    asked.current = true;
    fetchAfterLogin(search);
    const query = new URLSearchParams(search);
    const rememberMe = query.get('remember') === '1';
    query.delete('signOn');
    query.delete('remember');
    const stay = () => {
      setBusy(false);
      // After a reload, the page must not request an outcome that was already taken.
      void navigate({ search: query.toString() }, { replace: true });
    };
    send(signOnCalls.finish, { device: true, toast: false })
      .then(outcome => {
        // With a session the router leaves the page; a change of its address would cross that.
        if ('linked' in outcome) throw new Error('An identity was linked where nobody is logged in');
        if ('token' in outcome) return startSession({ ...outcome, rememberMe, passwordSeenAt: 0 });
        onWaiting({ challenge: outcome.challenge, rememberMe, passwordTyped: false });
        stay();
      })
      .catch((error: unknown) => {
        onFailure(error instanceof ApiError ? error.message : t('loginFailed'));
        stay();
      });
  }, []);
  return busy;
}
