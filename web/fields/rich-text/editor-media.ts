import { limits } from '@yikao/model/limits.ts';

/** The kinds of files allowed in rich text (spec sections 2 and 9). */
export const editorMedia = {
  image: { types: ['image/jpeg', 'image/gif'], names: /\.(jpe?g|gif)$/i, bytes: limits.editorImageBytes },
  // Browsers have no type for rmvb, so the name decides if the type is blank.
  video: {
    types: ['video/mp4', 'application/vnd.rn-realmedia-vbr'],
    names: /\.(mp4|rmvb)$/i,
    bytes: limits.editorVideoBytes,
  },
} as const;

/** The reason a file may not be put into rich text: its kind or its size; undefined if it may. */
export function mediaProblem(kind: keyof typeof editorMedia, file: File): 'kind' | 'size' | undefined {
  const rule = editorMedia[kind];
  const types: readonly string[] = rule.types;
  if (!rule.names.test(file.name) || (file.type !== '' && !types.includes(file.type))) return 'kind';
  return file.size > rule.bytes ? 'size' : undefined;
}

/** Pictures not allowed in rich text that the browser can convert to JPEG (domain 4.14). */
export const convertible: readonly string[] = ['image/png', 'image/webp', 'image/bmp', 'image/avif'];

/** Reports whether a file is one of {@link convertible}. */
export function isConvertible(file: File): boolean {
  return convertible.includes(file.type);
}

/** Quality of a picture that is turned into JPEG: text in it stays sharp. */
const jpegQuality = 0.92;

/**
 * Converts a picture to JPEG of the same size, with white in place of transparency.
 *
 * @throws Error if the browser cannot read the picture.
 */
export async function jpegOf(file: File): Promise<File> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws no pictures');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  picture.close();
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  if (!blob) throw new Error('The picture could not be turned into JPEG');
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}
