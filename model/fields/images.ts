import type { ImagesField } from '../kernel/field.ts';
import { files } from './files.ts';
import type { FieldKindModel } from './kind.ts';

/** Several uploaded images, each stored as a separate image (domain 4.14). */
export const images: FieldKindModel<ImagesField> = files;
