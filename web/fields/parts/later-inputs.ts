import { laterCode } from '../../loading/later-code.ts';

/** Uploads one file and keeps its path. */
export const FileInput = laterCode(() => import('../files/FileInput.tsx'), 'FileInput');

/** Several files in an order. */
export const ManyFilesInput = laterCode(() => import('../files/ManyFilesInput.tsx'), 'ManyFilesInput');
