import { laterCode } from '../../loading/later-code.ts';

/** Uploads one file and keeps its path. */
export const FileInput = laterCode(async () => ({
  default: (await import('../files/FileInput.tsx')).FileInput,
}));

/** Several files in an order. */
export const ManyFilesInput = laterCode(async () => ({
  default: (await import('../files/ManyFilesInput.tsx')).ManyFilesInput,
}));
