import { signOnCalls } from '@yikao/model/calls/sign-on.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import { startSession } from '../../engine/session/session.ts';
import { fetchAfterLogin } from './fetch-after-login.ts';
import type { Waiting } from './SecondStep.tsx';

/** How the way back from an identity provider goes on. */
interface Handlers {
  readonly onWaiting: (waiting: Waiting) => void;
  readonly onFailure: (reason: string) => void;
  /** The page is the login page; no other takes an outcome of a login over. */
  readonly onLoginPage: boolean;
}

/**
 * Takes the outcome of a single sign-on over when an identity provider has sent the browser back to the login page:
 * starts the session, asks for the second step, or tells why not. Answers whether that is under way.
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
      // Loaded again, the page must not ask for an outcome that has been taken over.
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
