import { useSyncExternalStore } from 'react';
import { defaultPrimary } from './colours.ts';
import { type Hex, isHex } from './contrast.ts';

/** The person's choice of light or dark. */
export type ThemeMode = 'light' | 'dark' | 'system';

/** The person's choices, kept in this browser. */
export interface ThemePreferences {
  readonly mode: ThemeMode;
  readonly primary: Hex;
}

/** Read by public/first-paint.js too, which colours the page before any of our scripts run. */
const storageKey = 'yikao.theme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

interface State extends ThemePreferences {
  readonly dark: boolean;
}

function stored(): ThemePreferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof kept !== 'object' || kept === null) throw new TypeError('no preferences');
    const mode = 'mode' in kept && (kept.mode === 'light' || kept.mode === 'dark') ? kept.mode : 'system';
    const primary = 'primary' in kept && isHex(kept.primary) ? kept.primary : defaultPrimary;
    return { mode, primary };
  } catch {
    return { mode: 'system', primary: defaultPrimary };
  }
}

function settled(preferences: ThemePreferences): State {
  const dark = preferences.mode === 'dark' || (preferences.mode === 'system' && systemDark.matches);
  return { ...preferences, dark };
}

let state = settled(stored());
const listeners = new Set<() => void>();

function settle(preferences: ThemePreferences) {
  state = settled(preferences);
  for (const listener of listeners) listener();
}

systemDark.addEventListener('change', () => settle(state));
window.addEventListener('storage', event => {
  if (event.key === storageKey) settle(stored());
});

/** The choices now, for code outside React. */
export function readThemePreferences(): State {
  return state;
}

/** The current choices, and whether they result in dark mode. */
export function useThemePreferences(): State {
  return useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readThemePreferences);
}

/** Changes some of the choices at once, in every browser tab, and stores them. */
export function setThemePreferences(change: Partial<ThemePreferences>): void {
  const next = { mode: state.mode, primary: state.primary, ...change };
  localStorage.setItem(storageKey, JSON.stringify(next));
  settle(next);
}
