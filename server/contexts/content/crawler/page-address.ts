/** Parameters that say where a reader came from, and nothing about the page. */
const trackers = /^(utm_\w+|spm|from|scene|share_\w+|fbclid|gclid|msclkid|_t|timestamp)$/i;

/**
 * The address of a page without what varies between two links to it: fragment, parameters of trackers, their order, and
 * the ports that go without saying. Two texts of the same value are one page of the crawler (domain L4, `urlHash`).
 * Undefined for anything but http and https.
 */
export function pageAddress(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (trackers.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.href;
}
