import { useCallback, useEffect, useState } from 'react';
import { addressOf } from '../api/hosts.ts';

/** The captcha of the login page: on its way, shown, not needed here, or not to be had. */
export type Captcha =
  | { readonly state: 'loading' | 'off' | 'failed'; readonly uuid: string }
  | { readonly state: 'shown'; readonly uuid: string; readonly image: string };

/** A random id of version 4. `crypto.randomUUID` is missing on plain http, where an intranet may run us. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

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
  const [captcha, setCaptcha] = useState<Captcha>(() => ({ state: 'loading', uuid: randomUuid() }));
  const { uuid } = captcha;

  useEffect(() => {
    const controller = new AbortController();
    const load = async (): Promise<Captcha> => {
      const response = await fetch(addressOf(`/api/admin/patchca/${uuid}`), { signal: controller.signal });
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
    setCaptcha(before => (before.state === 'off' ? before : { state: 'loading', uuid: randomUuid() }));
  }, []);
  return [captcha, refresh];
}
