/** Addresses that stored rich text may hold: of links, pictures and videos. */

/** Unseen characters, which browsers leave out of an address before they read its scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\ufeff]/g;

/** An address of our own: a path that cannot be read as another host. */
const ownPath = /^\/(?![/\\])[^\\"'<>]*$/;

const webAddress = /^https?:\/\/[^\\"'<>]+$/i;
const secureAddress = /^https:\/\/[^\\"'<>()]+$/i;
const writtenTo = /^(mailto|tel):[^\\"'<>]+$/i;

/** The longest address; a longer one is a picture written as text, or an attack. */
const longest = 2_000;

function read(raw: string): string | undefined {
  const address = raw.replace(unseen, '');
  return address === '' || address.length > longest ? undefined : address;
}

/** The address of a link, as it may be stored: web, mail, telephone, our own pages; undefined for any other. */
export function linkAddress(raw: string): string | undefined {
  const address = read(raw);
  if (address === undefined) return undefined;
  const kept =
    webAddress.test(address) || writtenTo.test(address) || ownPath.test(address) || /^#[\w-]*$/.test(address);
  return kept ? address : undefined;
}

/** The address of a picture or a video, as it may be stored: our own store, or the web; undefined for any other. */
export function mediaAddress(raw: string): string | undefined {
  const address = read(raw);
  if (address === undefined) return undefined;
  return webAddress.test(address) || ownPath.test(address) ? address : undefined;
}

/** The address of a picture in a style: our own store, or another site by https; undefined for any other. */
export function styleAddress(raw: string): string | undefined {
  const address = read(raw.replace(/^(["'])(.*)\1$/, '$2'))?.replace(/^\/\/(?=\w)/, 'https://');
  if (address === undefined) return undefined;
  const own = ownPath.test(address) && !/[()]/.test(address);
  return secureAddress.test(address) || own ? address : undefined;
}

/** Where pages that load their pictures late keep the address, the likeliest first. */
const lateNames = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc', 'data-backsrc', '_src'];

/**
 * The address of a picture as its page would load it in the end: of an official account's page it is `data-src`, and
 * `src` is a dot. An address without its scheme gets https. Undefined if there is none that may be stored.
 */
export function pictureAddress(attributes: Readonly<Record<string, string | undefined>>): string | undefined {
  const late = lateNames.map(name => attributes[name]);
  for (const raw of [...late, attributes.src]) {
    const address = raw && mediaAddress(raw.trim().replace(/^\/\/(?=\w)/, 'https://'));
    if (address) return address;
  }
  return undefined;
}
