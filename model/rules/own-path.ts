/**
 * A path of ours: parts between single slashes, then a query or fragment. Two slashes in a row, a backslash, a space or
 * a control character could make an address parser find another host in it.
 */
const form = /^\/(?:[^/\\?#\s\p{Cc}]+\/)*[^/\\?#\s\p{Cc}]*(?:[?#][^\p{Cc}]*)?$/u;

/**
 * Returns `path` if it is a page of ours, else undefined, so that a link to the login page cannot redirect to another
 * site. The login page itself is excluded too.
 */
export function ownPath(path: string | null | undefined): string | undefined {
  if (!path || !form.test(path) || /^\/login(?:[/?#]|$)/.test(path)) return undefined;
  return path;
}
