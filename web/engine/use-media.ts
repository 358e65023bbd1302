import { useCallback, useSyncExternalStore } from 'react';

/** Reports whether the CSS media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Reports whether the screen is as narrow as a phone's: menus become drawers, dialogs fill it. */
export function usePhone(): boolean {
  return useMedia('(max-width: 767px)');
}
