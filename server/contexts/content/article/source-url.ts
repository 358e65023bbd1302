/** The one host whose pages are read as articles of official accounts (domain L1). */
export const officialHost = 'mp.weixin.qq.com';

/** Parameters of an official account's page that name the article; the others vary with each sharing. */
const naming = ['__biz', 'mid', 'idx', 'sn'] as const;

/** Parameters by which sites follow where a reader came from. */
const following = /^(utm_\w+|spm|from|isappinstalled|scene|share_\w+|nsukey|wxfrom|_t|_r)$/i;

/**
 * An address of a page in one form, whichever way it was shared, so that the same original is recognised: without
 * fragment and parameters that follow readers, of official accounts with those alone that name the article. What is no
 * web address stays as it is.
 */
export function plainSourceUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return text;
  url.hash = '';
  if (url.hostname === officialHost) {
    url.protocol = 'https:';
    const kept = new URLSearchParams();
    for (const name of naming) {
      const value = url.searchParams.get(name);
      if (value) kept.set(name, value);
    }
    // A short address has its name in the path.
    url.search = url.pathname === '/s' ? kept.toString() : '';
    return url.href;
  }
  for (const name of [...url.searchParams.keys()]) if (following.test(name)) url.searchParams.delete(name);
  return url.href;
}
