import { limits } from '@yikao/model/limits.ts';

/** What may be put into rich text (spec sections 2 and 9). */
export const editorMedia = {
  image: { types: ['image/jpeg', 'image/gif'], names: /\.(jpe?g|gif)$/i, bytes: limits.editorImageBytes },
  // Browsers know no type for rmvb, so the name decides where the type is blank.
  video: {
    types: ['video/mp4', 'application/vnd.rn-realmedia-vbr'],
    names: /\.(mp4|rmvb)$/i,
    bytes: limits.editorVideoBytes,
  },
} as const;

/** Why a file may not be put into rich text: its kind or its size; undefined when it may. */
export function mediaProblem(kind: keyof typeof editorMedia, file: File): 'kind' | 'size' | undefined {
  const rule = editorMedia[kind];
  const types: readonly string[] = rule.types;
  if (!rule.names.test(file.name) || (file.type !== '' && !types.includes(file.type))) return 'kind';
  return file.size > rule.bytes ? 'size' : undefined;
}
