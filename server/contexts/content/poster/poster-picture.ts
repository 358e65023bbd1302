import type { Readable } from 'node:stream';
import { textAlign } from '@yikao/model/contexts/content/display.codes.ts';
import type { PosterText } from '@yikao/model/contexts/content/rules/poster-layout.ts';
import { fitsPoster } from '@yikao/model/contexts/content/rules/poster-layout.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Weight } from '../../../platform/drawing/fonts.ts';
import type { Picture, TextItem } from '../../../platform/drawing/picture.ts';
import { pictureHeadBytes, pictureSize } from '../../../platform/drawing/picture-size.ts';
import type { FileStore } from '../../../platform/files/types.ts';

/** The parts of a poster that decide how it looks. */
export interface PosterLook {
  /** Path of the picture behind the texts, as uploads answer it. */
  readonly background: string;
  readonly qrX: number;
  readonly qrY: number;
  readonly qrSize: number;
  readonly textItems: readonly PosterText[] | null;
}

/** The weight of the font for a code of `textWeight`. */
export function weightOf(code: number | null): Weight {
  return code === 2 ? 'bold' : 'regular';
}

const aligns = { left: 'left', centre: 'center', right: 'right' } as const;

function alignOf(code: number): TextItem['align'] {
  return aligns[textAlign.items.find(item => item.code === code)?.name ?? 'left'];
}

async function bytesOf(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A poster as a picture to draw, its QR code leading to `link`.
 * @throws AppError `pictureUnreadable` if the background is gone, no picture, or too large to be drawn.
 */
export async function pictureOf(files: FileStore, look: PosterLook, link: string): Promise<Picture> {
  const key = look.background.replace(/^\//, '');
  const background = await files
    .open(key)
    .then(bytesOf)
    .catch((cause: unknown) => {
      throw failure('pictureUnreadable', { cause });
    });
  // Looked at before it is decoded: a small file may unpack to more than there is memory.
  const size = pictureSize(background.subarray(0, pictureHeadBytes));
  if (!size || !fitsPoster(size)) throw failure('pictureUnreadable');
  const { qrX: x, qrY: y, qrSize } = look;
  return {
    ...size,
    background,
    items: [
      ...(look.textItems ?? []).map(
        ({ align, weight, ...text }): TextItem => ({
          kind: 'text',
          ...text,
          align: alignOf(align),
          weight: weightOf(weight),
        }),
      ),
      { kind: 'code', text: link, x, y, size: qrSize },
    ],
  };
}
