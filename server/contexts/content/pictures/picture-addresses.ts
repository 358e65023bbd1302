import sanitizeHtml from 'sanitize-html';
import { richTextOptions } from '../../../engine/write/sanitise.ts';

/** Attributes of stored rich text that hold the address of a picture, by element. */
const pictureAttributes: Readonly<Record<string, readonly string[]>> = {
  img: ['src'],
  image: ['href', 'xlink:href'],
  video: ['poster'],
};

/** An address in a style, as the sanitiser writes it. */
const inStyle = /url\("([^"]*)"\)/g;

/**
 * Stored rich text with other addresses of its pictures, of elements and of styles. `of` gets each address, and returns
 * the one to write in its place. Text that the sanitiser has written is otherwise unchanged.
 */
export function mapPictureAddresses(html: string, of: (address: string) => string): string {
  const base = richTextOptions.transformTags?.['*'];
  return sanitizeHtml(html, {
    ...richTextOptions,
    transformTags: {
      '*': (name, given) => {
        const { tagName, attribs } =
          typeof base === 'function' ? base(name, given) : { tagName: name, attribs: given };
        const mapped = { ...attribs };
        for (const attribute of pictureAttributes[tagName] ?? []) {
          const address = mapped[attribute];
          if (address !== undefined) mapped[attribute] = of(address);
        }
        if (mapped.style !== undefined) {
          mapped.style = mapped.style.replace(inStyle, (_, address: string) => `url("${of(address)}")`);
        }
        return { tagName, attribs: mapped };
      },
    },
  });
}
