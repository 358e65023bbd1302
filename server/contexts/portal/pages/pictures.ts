import { pathOf } from '@yikao/model/calls/call.ts';
import { fileCalls, storedFile } from '@yikao/model/calls/files.ts';
import { type Html, html } from '../serving/html.ts';

/** The address of a stored file. */
export function filePath(path: string): string {
  return pathOf(fileCalls.read, storedFile(path).params);
}

/** A picture of a page. */
export interface ShownPicture {
  readonly path: string;
  /** A description; empty for a picture that only decorates. */
  readonly alt: string;
  /** Its own size, or the size of its place, so that nothing moves when it comes. */
  readonly width: number | null;
  readonly height: number | null;
  /** Loaded at once, because it is in the first view. */
  readonly eager?: boolean;
}

/** The size of a picture whose own is not known: that of a cover. */
const usual = { width: 750, height: 420 } as const;

/** A picture that keeps its place before it has come. */
export function picture({ path, alt, width, height, eager }: ShownPicture): Html {
  const known = width !== null && height !== null;
  const size = known ? { width, height } : usual;
  return html`<img src="${filePath(path)}" alt="${alt}" width="${size.width}" height="${size.height}"${
    eager ? html` fetchpriority="high"` : html` loading="lazy"`
  } decoding="async">`;
}
