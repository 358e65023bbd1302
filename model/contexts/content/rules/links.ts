/** Reports whether a text is the number of a row: digits that a row can have. */
export function isRowNumber(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}

/** An https address with a name of a host: no password, no number in place of the name. */
const outside =
  /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](:\d{1,5})?([/?#][^\s<>"'\\]*)?$/i;

/**
 * Reports whether a text is an address outside the product that an app may open: https alone. `javascript:` and its
 * like are none.
 */
export function isOutsideLink(text: string): boolean {
  return outside.test(text);
}

/** A page of an app: `/pages/goods/detail?id=1`. No scheme, no host, no way up. */
const page = /^\/?[\w-]+(\/[\w-]+)*\/?(\?[\w\-.~%=&+,:@/]*)?$/;

/** Reports whether a text is the path of a page within an app. */
export function isPagePath(text: string): boolean {
  return page.test(text);
}

/** Reports whether a text names a page of a mini-program: a path, or another program's number with a path. */
export function isMiniPage(text: string): boolean {
  const other = /^(?:wx|tt)[0-9a-f]{16}:(.+)$/.exec(text);
  return isPagePath(other?.[1] ?? text);
}
