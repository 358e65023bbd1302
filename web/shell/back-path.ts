import { ownPath } from '@yikao/model/rules/own-path.ts';

/** The page to open after login: `back` of the login page's query if it is a page of ours, else undefined. */
export function backPath(search: string): string | undefined {
  return ownPath(new URLSearchParams(search).get('back'));
}

/** Address of the login page that returns to the current page. */
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
