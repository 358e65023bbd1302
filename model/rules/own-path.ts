/**
 * A path of ours: parts between single slashes, then a query or a mark. Two slashes in a row, a backslash, a space or
 * a control sign would let an address parser find another host in it.
 */
const form = /^\/(?:[^/\\?#\s\p{Cc}]+\/)*[^/\\?#\s\p{Cc}]*(?:[?#][^\p{Cc}]*)?$/u;

/**
 * `path` when it leads to a page of ours, else undefined, so that a link to the login page cannot send people to
 * another site. The login page itself is no place to go back to.
 */
export function ownPath(path: string | null | undefined): string | undefined {
  if (!path || !form.test(path) || /^\/login(?:[/?#]|$)/.test(path)) return undefined;
  return path;
}
