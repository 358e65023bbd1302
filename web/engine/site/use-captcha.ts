import { loginCalls } from '@yikao/model/calls/login.ts';
import { useCallback, useEffect, useState } from 'react';
import { randomId } from '../api/random-id.ts';
import { callAddress } from '../api/send.ts';

/** The captcha of the login page: on its way, shown, not needed here, or not to be had. */
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
 * A captcha image under a new id, and the function that fetches another (spec section 7; domain A5: each
 * serves once). 204 means that this server asks for none.
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
    load()
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
