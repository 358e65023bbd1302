import type { BrowserContext, Locator, Page } from '@playwright/test';
import { everyPicture, type PastedPage, picturesIn } from '@yikao/server/testing/rich-text/pages.ts';
import { drawnPicture } from '@yikao/server/testing/rich-text/texts.ts';

/** Width of a phone, at which pages are compared. */
const phoneWidth = 390;

/** The ground on which a text is drawn, before and after: type, and pictures that fit. */
const ground = `<!doctype html><meta charset="utf-8"><style>
  body { width: ${phoneWidth}px; margin: 0; font: 16px/1.7 sans-serif; overflow-wrap: anywhere; }
  img { max-width: 100%; }
</style>`;

/** Answers for the site of the made-up pictures, so that nothing leaves this machine. */
export async function answerPictures(page: Page): Promise<void> {
  await page.route(everyPicture, route =>
    route.fulfill({ contentType: 'image/svg+xml', body: drawnPicture(route.request().url()) }),
  );
}

/** Pastes HTML into an editor as a browser does: by events with a clipboard. */
export async function paste(editor: Locator, html: string): Promise<void> {
  await editor.evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text/html', text);
    const shared = { bubbles: true, cancelable: true };
    const isLeft = element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, ...shared }));
    // An event that nobody took is followed by another, which some editors wait for.
    if (isLeft)
      element.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'insertFromPaste', dataTransfer: data, ...shared }),
      );
  }, html);
}

/** Puts pasted HTML in place of all that is in an editor, and waits until it is there. */
export async function replaceByPaste(page: Page, editor: Locator, html: string): Promise<void> {
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await paste(editor, html);
  await page.waitForFunction(
    element => element?.textContent?.trim() !== '' || element.querySelector('img, svg, video') !== null,
    await editor.elementHandle(),
  );
}

/** Draws HTML at the width of a phone, with all its pictures, and returns the picture of it as a data address. */
async function drawn(page: Page, html: string): Promise<string> {
  await page.setViewportSize({ width: phoneWidth, height: 844 });
  await page.setContent(`${ground}<div>${html}</div>`);
  await page.evaluate(async () => {
    // The script of an official account's page does this.
    for (const hidden of document.querySelectorAll<HTMLElement>('#js_content')) hidden.style.cssText = '';
    const pictures = Array.from(document.images);
    for (const picture of pictures) if (picture.dataset.src) picture.src = picture.dataset.src;
    await Promise.allSettled(pictures.map(picture => picture.decode()));
    await document.fonts.ready;
  });
  const png = await page.screenshot({ fullPage: true, animations: 'disabled' });
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The share of pixels that differ between two drawings; a part that only one has differs. */
async function difference(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async addresses => {
      const bitmaps = await Promise.all(
        addresses.map(async address => createImageBitmap(await (await fetch(address)).blob())),
      );
      const width = Math.max(...bitmaps.map(bitmap => bitmap.width));
      const height = Math.max(...bitmaps.map(bitmap => bitmap.height));
      const [first, second] = bitmaps.map(bitmap => {
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      });
      if (!first || !second) return 1;
      let differing = 0;
      for (let at = 0; at < first.length; at += 4) {
        // A letter's edge may be a shade lighter.
        const most = Math.max(
          ...[0, 1, 2, 3].map(part => Math.abs((first[at + part] ?? 0) - (second[at + part] ?? 0))),
        );
        if (most > 24) differing++;
      }
      return differing / (width * height);
    },
    [one, other],
  );
}

/** The parts of a page that were kept. */
export interface Kept {
  readonly name: string;
  /** Share of pixels at the width of a phone that differ from the pasted page's, 0 to 1. */
  readonly differing: number;
  readonly pictures: number;
  readonly picturesKept: number;
}

/** Compares a pasted page with the text that was stored; `page` is drawn on. */
export async function compare(
  page: Page,
  { name, html, pictures }: PastedPage,
  stored: string,
): Promise<Kept> {
  const before = await drawn(page, html);
  const after = await drawn(page, stored);
  const found = new Set(picturesIn(stored));
  return {
    name,
    differing: await difference(page, before, after),
    pictures: pictures.length,
    picturesKept: pictures.filter(address => found.has(address)).length,
  };
}

/** Copies HTML as somebody does: shown in a separate page, all of it marked, by the key. */
export async function copyPage(context: BrowserContext, html: string): Promise<void> {
  const source = await context.newPage();
  await source.setContent(html);
  await source.bringToFront();
  await source.keyboard.press('ControlOrMeta+a');
  await source.keyboard.press('ControlOrMeta+c');
  await source.close();
}

/** A drawn PNG picture as a data address; `n` makes it another one. */
export async function drawnPng(page: Page, n: number): Promise<string> {
  return page.evaluate(shade => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 90;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser draws no pictures');
    context.fillStyle = `hsl(${shade * 60} 70% 60%)`;
    context.fillRect(0, 0, 160, 90);
    return canvas.toDataURL('image/png');
  }, n);
}
