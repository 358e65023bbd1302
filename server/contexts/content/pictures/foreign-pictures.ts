import { mapPictureAddresses } from './picture-addresses.ts';

const isForeign = (address: string) => /^https?:\/\//i.test(address);

/** The addresses of other sites' pictures in a stored text, each once, in their order. */
export function foreignPictures(html: string): string[] {
  // Most texts have none, and taking one apart costs a millisecond for each 100 kB.
  if (!/https?:\/\//i.test(html)) return [];
  const found = new Set<string>();
  mapPictureAddresses(html, address => {
    if (isForeign(address)) found.add(address);
    return address;
  });
  return [...found];
}

/** The text with the pictures that were brought in, by their former address. Everything else stays as it is. */
export function withPictures(html: string, paths: ReadonlyMap<string, string>): string {
  return paths.size === 0 ? html : mapPictureAddresses(html, address => paths.get(address) ?? address);
}
