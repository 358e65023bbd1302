import type { ImagesField } from '@yikao/model/kernel/field.ts';
import { files } from './files.ts';
import type { ServerFieldKind } from './kind.ts';

/** Several images, kept as files are. */
export const images: ServerFieldKind<ImagesField> = files;
