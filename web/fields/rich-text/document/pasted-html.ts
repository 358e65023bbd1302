import { pictureAddress } from '@yikao/model/rules/rich-text/addresses.ts';
import { attributesOf } from '../clean-html.ts';
import { isWritten } from '../pictures/left-out.ts';

/** Rules of the sheets within pasted HTML, applied to the elements: Word writes half of its looks there. */
function applySheets(page: Document): void {
  const looks = new Map<Element, string>();
  for (const sheet of page.querySelectorAll('style')) {
    const rules = new CSSStyleSheet();
    // Word hides its sheet from old browsers in a comment.
    rules.replaceSync((sheet.textContent ?? '').replace(/<!--|-->/g, ''));
    for (const rule of rules.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      for (const element of page.body.querySelectorAll(rule.selectorText))
        looks.set(element, `${looks.get(element) ?? ''}${rule.style.cssText} `);
    }
    sheet.remove();
  }
  // The style of the element itself comes last, and wins.
  for (const [element, look] of looks)
    element.setAttribute('style', `${look}${element.getAttribute('style') ?? ''}`);
}

/** HTML inside drawings, which the list does not allow there, moved behind them: its pictures stay. */
function freeFromDrawings(page: Document): void {
  for (const drawing of page.querySelectorAll('svg')) {
    for (const foreign of drawing.querySelectorAll('foreignObject')) {
      drawing.after(...foreign.childNodes);
      foreign.remove();
    }
  }
}

/** Official accounts hide an article until their script has run. */
function show(page: Document): void {
  for (const hidden of page.querySelectorAll<HTMLElement>('#js_content, .rich_media_content')) {
    hidden.style.removeProperty('visibility');
    hidden.style.removeProperty('opacity');
  }
}

/** Pasted HTML as a document that loads and runs nothing, with the looks of its sheets at the elements. */
export function pastedPage(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html');
  applySheets(page);
  freeFromDrawings(page);
  show(page);
  return page;
}

/** Pictures that are written into a page as text, with no other address that may be stored. */
export function carriedPictures(page: Document): HTMLImageElement[] {
  return Array.from(page.querySelectorAll('img')).filter(
    picture =>
      isWritten(picture.getAttribute('src') ?? '') && pictureAddress(attributesOf(picture)) === undefined,
  );
}

/** The file of a picture that is written into a page; undefined if it cannot be read. */
export async function fileOfPicture(address: string): Promise<File | undefined> {
  const [, type, code] = /^data:(image\/[\w+.-]+);base64,([\w+/=\s]+)$/.exec(address) ?? [];
  if (type === undefined || code === undefined) return undefined;
  const bytes = Uint8Array.from(atob(code.replace(/\s/g, '')), letter => letter.charCodeAt(0));
  const kind = type === 'image/jpg' ? 'image/jpeg' : type;
  return new File([bytes], `picture.${kind.slice(6).replace('jpeg', 'jpg')}`, { type: kind });
}
