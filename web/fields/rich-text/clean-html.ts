import { pictureAddress } from '@yikao/model/rules/rich-text/addresses.ts';
import {
  attributesKept,
  emptiedElements,
  keptAttributes,
  keptElements,
} from '@yikao/model/rules/rich-text/elements.ts';
import makePurifier, { type DOMPurify } from 'dompurify';

/** The attributes of an element, by name as the element writes them. */
export function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));
}

let made: DOMPurify | undefined;

/** A separate cleaner, since its hooks hold for all that it cleans. */
function purifier(): DOMPurify {
  if (made) return made;
  made = makePurifier(window);
  // The address that a page loads late is moved before its attribute, which is not kept, is gone.
  made.addHook('beforeSanitizeAttributes', node => {
    if (node.localName !== 'img') return;
    const address = pictureAddress(attributesOf(node));
    if (address === undefined) node.removeAttribute('src');
    else node.setAttribute('src', address);
  });
  made.addHook('afterSanitizeAttributes', node => {
    const given = attributesOf(node);
    const kept = attributesKept(node.localName.toLowerCase(), given);
    for (const name of Object.keys(given)) if (kept[name] === undefined) node.removeAttribute(name);
    for (const [name, value] of Object.entries(kept))
      if (given[name] !== value) node.setAttribute(name, value);
  });
  return made;
}

/** HTML as the body of a separate document, cleaned by the list of `model/rules/rich-text/elements.ts`; it loads nothing. */
export function cleanBody(html: string): HTMLElement {
  const clean = purifier().sanitize(html, {
    ALLOWED_TAGS: [...keptElements, '#text'],
    ALLOWED_ATTR: [...keptAttributes, 'target'],
    FORBID_CONTENTS: [...emptiedElements],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  const body = document.implementation.createHTMLDocument('').body;
  body.append(clean);
  for (const picture of body.querySelectorAll('img:not([src])')) picture.remove();
  return body;
}

/** HTML cleaned of everything that could run or leave the page unasked; the server has cleaned it before. */
export function cleanHtml(html: string): string {
  const body = cleanBody(html);
  for (const link of body.querySelectorAll('a')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  return body.innerHTML;
}
