import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';

/** Stops of the Tab key after which a part of a page is taken for a trap. */
const mostStops = 600;

/**
 * An element's appearance in everything that can draw a focus ring: its outline, colours and shadows, those of its
 * parts, of the frames around it, and of its visible substitute: next to a hidden checkbox its picture, below the ends
 * of a range the bar of the active one. Runs in the page.
 */
function lookOf(element: Element): string {
  const around: Element[] = [];
  for (let at = element.parentElement; at && around.length < 4; at = at.parentElement) around.push(at);
  const stands = element.matches('input[type=checkbox], input[type=radio]')
    ? [...(element.parentElement?.children ?? [])]
    : [...(element.closest('.ant-picker-range')?.querySelectorAll('.ant-picker-active-bar') ?? [])];
  return [element, ...around, ...[...element.querySelectorAll('*')].slice(0, 20), ...stands]
    .flatMap(part =>
      [undefined, '::before', '::after'].map(pseudo => {
        const style = getComputedStyle(part, pseudo);
        const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`;
        return [
          outline,
          style.boxShadow,
          style.borderColor,
          style.backgroundColor,
          style.opacity,
          style.left,
        ].join();
      }),
    )
    .join('|');
}

/** An element's position relative to a part of the page. Runs in the page. */
function placeOf(element: Element, scope: Element) {
  // A control drawn by its label has no box.
  const drawn = element.matches('[type=radio], [type=checkbox]') ? element.closest('label') : null;
  const box = (drawn ?? element).getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  return {
    told: element.outerHTML.slice(0, 200),
    within: scope !== element && scope.contains(element),
    // Sentinels of a dialog pass the focus on, and scrolling parts take it only for the arrow keys.
    acts: element.getAttribute('aria-hidden') !== 'true' && (element.tagName !== 'DIV' || !!element.role),
    seen: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && box.width > 0,
  };
}

/** Returns a function for the focused element's name, as the browser passes it to a screen reader. */
async function namer(page: Page): Promise<() => Promise<string>> {
  const session = await page.context().newCDPSession(page);
  return async () => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      ...(result.objectId !== undefined && { objectId: result.objectId }),
      fetchRelatives: false,
    });
    return String(nodes[0]?.name?.value ?? '').trim();
  };
}

/** The element that has the focus. */
async function focused(page: Page): Promise<ElementHandle<Element>> {
  return page.evaluateHandle(() => document.activeElement ?? document.body);
}

/** A way through a part of a page. */
interface Way {
  /** Names of the stops. */
  readonly names: readonly string[];
  /** Stops without a name, out of sight, or that look with the focus as they do without, and traps. */
  readonly faults: readonly string[];
}

/** Follows Tab from the current focus until it leaves `scope`, or comes full circle if that traps the focus. */
export async function tabThrough(page: Page, scope: Locator): Promise<Way> {
  const frame = await scope.elementHandle();
  if (!frame) throw new Error('There is nothing to go through');
  const nameOf = await namer(page);
  const visited = await page.evaluateHandle(() => new WeakSet<Element>());
  const isNew = (element: Element, before: WeakSet<Element>) =>
    !before.has(element) && before.add(element) !== undefined;
  const names: string[] = [];
  const faults: string[] = [];
  const complain = (fault: string, told: string) => faults.push(`${fault}: ${told}`);
  const doubtful: { element: ElementHandle<Element>; look: string; told: string }[] = [];
  // A ring may fade, and one frame may have several stops: compare equal appearances at the next stop again.
  const end = async (): Promise<Way> => {
    for (const { element, look, told } of doubtful) {
      const now = () => element.evaluate(lookOf);
      await expect
        .poll(now, { timeout: 1_000 })
        .not.toBe(look)
        .catch(() => complain('no ring', told));
    }
    return { names, faults };
  };
  let inside = false;
  for (let stops = 0; stops < mostStops; stops++) {
    const element = await focused(page);
    const { told, within, acts, seen } = await element.evaluate(placeOf, frame);
    if (inside && !within && acts) return end();
    inside ||= within;
    if (!within || !acts) {
      await page.keyboard.press('Tab');
      continue;
    }
    if (!(await element.evaluate(isNew, visited))) return end();
    const name = await nameOf();
    names.push(name);
    if (name === '') complain('no name', told);
    if (!seen) complain('out of sight', told);
    const look = await element.evaluate(lookOf);
    await page.keyboard.press('Tab');
    if (await element.evaluate(one => one === document.activeElement)) {
      complain('keeps the Tab key', told);
      return end();
    }
    if ((await element.evaluate(lookOf)) === look) doubtful.push({ element, look, told });
  }
  faults.push(`no end after ${mostStops} stops: ${names.slice(-4).join(', ')}`);
  return end();
}
