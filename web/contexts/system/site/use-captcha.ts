import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { useCallback, useEffect, useState } from 'react';
import { randomId } from '../../../engine/api/random-id.ts';
import { callAddress } from '../../../engine/api/send.ts';

/** State of the login page's captcha: loading, shown, not required, or unavailable. */
export type Captcha =
  | { readonly state: 'loading' | 'off' | 'failed'; readonly uuid: string }
  | { readonly state: 'shown'; readonly uuid: string; readonly image: string };

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * A captcha image under a new id, and the function that loads another (spec section 7; domain A5: each can be used
 * once). 204 means that this server requires none.
 */
export function useCaptcha(): [Captcha, () => void] {
  const [captcha, setCaptcha] = useState<Captcha>(() => ({ state: 'loading', uuid: randomId() }));
  const { uuid } = captcha;

  useEffect(() => {
    const controller = new AbortController();
    const load = async (): Promise<Captcha> => {
      const response = await fetch(callAddress(loginCalls.captcha, { params: { uuid } }), {
        signal: controller.signal,
      });
      if (response.status === 204) return { state: 'off', uuid };
      if (!response.ok) return { state: 'failed', uuid };
      return { state: 'shown', uuid, image: await dataUrlOf(await response.blob()) };
    };
    void load()
      .catch((): Captcha => ({ state: 'failed', uuid }))
      .then(next => {
        if (!controller.signal.aborted) setCaptcha(next);
      });
    return () => controller.abort();
  }, [uuid]);

  const refresh = useCallback(() => {
    setCaptcha(before => (before.state === 'off' ? before : { state: 'loading', uuid: randomId() }));
  }, []);
  return [captcha, refresh];
}
