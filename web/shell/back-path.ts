/** Stands for our own origin, whichever it is. */
const here = 'http://here.invalid';

/**
 * Where to go after login: `back` of the login page's query when it is a page of ours, else undefined. Only a
 * path is taken, so that a link to the login page cannot send people to another site.
 */
export function backPath(search: string): string | undefined {
  const back = new URLSearchParams(search).get('back');
  if (!back?.startsWith('/')) return undefined;
  // `//other.site` and `/\\other.site` begin with a slash and still leave; the browser's own parser tells.
  const url = new URL(back, here);
  const outside = url.origin !== here || url.pathname === '/login';
  return outside ? undefined : url.pathname + url.search + url.hash;
}

/** Address of the login page that leads back to where the person is. */
export function loginPath({
  pathname,
  search,
  hash,
}: {
  pathname: string;
  search: string;
  hash: string;
}): string {
  const back = pathname + search + hash;
  return pathname === '/' || pathname === '/home' ? '/login' : `/login?back=${encodeURIComponent(back)}`;
}
