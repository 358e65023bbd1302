import type { Page } from '@playwright/test';

/** The acts of a person: presses of the mouse, keys, and texts typed into one field each. */
export interface Acts {
  readonly mouse: number;
  readonly keys: number;
  readonly texts: number;
}

/**
 * Counts the acts of the person in a page from now on, until it is loaded again. Two presses in quick succession are one
 * act, and so are a key with its modifiers and a text typed into one field. Calling the result answers the acts since
 * the last call.
 */
export async function countActs(page: Page): Promise<() => Promise<Acts>> {
  await page.evaluate(() => {
    const acts = { mouse: 0, keys: 0, texts: 0 };
    let written: EventTarget | null = null;
    Object.assign(window, { acts });
    const listen = { capture: true };
    window.addEventListener(
      'mousedown',
      ({ detail, isTrusted }) => {
        // Parts of the page send presses to each other.
        if (isTrusted && detail < 2) acts.mouse += 1;
      },
      listen,
    );
    window.addEventListener(
      'keydown',
      ({ key, repeat, ctrlKey, metaKey }) => {
        const types = key.length === 1 && !ctrlKey && !metaKey;
        if (!repeat && !types && !['Control', 'Shift', 'Alt', 'Meta'].includes(key)) acts.keys += 1;
      },
      listen,
    );
    window.addEventListener(
      'input',
      ({ target }) => {
        // A press on a choice is one of the mouse.
        if (target instanceof HTMLInputElement && ['radio', 'checkbox'].includes(target.type)) return;
        if (target !== written) acts.texts += 1;
        written = target;
      },
      listen,
    );
  });
  return () =>
    page.evaluate(() => {
      const { acts } = window as unknown as { acts: Acts }; // set above
      const taken = { ...acts };
      Object.assign(acts, { mouse: 0, keys: 0, texts: 0 });
      return taken;
    });
}

/** The number of all acts together. */
export function sumOf({ mouse, keys, texts }: Acts): number {
  return mouse + keys + texts;
}
