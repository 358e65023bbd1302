import { createHash } from 'node:crypto';
import type { Drawing } from '../../../platform/drawing/drawing.ts';
import type { FileStore } from '../../../platform/files/types.ts';
import { type PosterLook, pictureOf } from './poster-picture.ts';

/** Bytes of drawn posters that a node keeps; the one that was asked for longest ago goes first. */
const keptBytes = 64 * 1024 * 1024;

/** Draws posters, each once as long as it looks the same. */
export interface DrawnPosters {
  /** The PNG of a poster whose QR code leads to `link`. Throws as drawing does. */
  draw(look: PosterLook, link: string): Promise<Buffer>;
}

/** The key of a picture: whatever changes its look changes the key, so that nothing old is ever given. */
function keyOf({ background, qrX, qrY, qrSize, textItems }: PosterLook, link: string): string {
  const facts = JSON.stringify([background, qrX, qrY, qrSize, textItems, link]);
  return createHash('sha256').update(facts).digest('base64url');
}

/**
 * Creates {@link DrawnPosters}. The pictures are kept in the memory of the node: one takes a tenth of a second to draw, so
 * that a cache which must be cleaned up costs more than it saves. Uploads have random paths, so a path represents its
 * bytes.
 */
export function createDrawnPosters(files: FileStore, drawing: Drawing): DrawnPosters {
  const kept = new Map<string, Buffer>();
  const underway = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  function keep(key: string, png: Buffer): void {
    kept.set(key, png);
    bytes += png.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= keptBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  return {
    async draw(look, link) {
      const key = keyOf(look, link);
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const begun =
        underway.get(key) ??
        pictureOf(files, look, link)
          .then(picture => drawing.draw(picture))
          .then(png => {
            keep(key, png);
            return png;
          })
          .finally(() => underway.delete(key));
      underway.set(key, begun);
      return begun;
    },
  };
}
