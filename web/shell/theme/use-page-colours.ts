import { useLayoutEffect } from 'react';
import { coloursOf, fontFamily } from './colours.ts';
import { readThemePreferences, useThemePreferences } from './preferences.ts';

/** `primaryText` as `primary-text`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/**
 * Sets the colours on the page's root as `--color-primary`, `--color-primary-text` and so on, for any stylesheet; Ant
 * Design's own variables exist only on its components. Also marks the root as light or dark.
 */
export function setPageColours(): void {
  const { primary, dark } = readThemePreferences();
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.setProperty('--font-family', fontFamily);
  for (const [name, colour] of Object.entries(coloursOf(primary, dark)))
    root.style.setProperty(`--color-${kebab(name)}`, colour);
}

/** Keeps the page's colours in line with the person's choices. */
export function usePageColours(): void {
  const preferences = useThemePreferences();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read where they are kept
  useLayoutEffect(setPageColours, [preferences]);
}
