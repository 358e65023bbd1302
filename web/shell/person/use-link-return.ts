import { signOnCalls } from '@yikao/model/contexts/people/sign-on.calls.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';

/** Takes the outcome when an identity provider has returned from linking, and calls `onLinked`. */
export function useLinkReturn(onLinked: () => void): void {
  const { t } = useTranslation('security');
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an outcome is handled once, when the shell starts
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!query.has('signOn') || asked.current) return;
    asked.current = true;
    query.delete('signOn');
    send(signOnCalls.finish)
      .then(outcome => 'linked' in outcome && notice.success(t('identity.linked')))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error; // shown as a toast already
      })
      .finally(() => {
        void navigate({ pathname, search: query.toString() }, { replace: true });
        onLinked();
      });
  }, []);
}
