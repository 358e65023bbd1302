import { files } from './engine/files.ts';
import { forms } from './engine/forms.ts';
import { jobs } from './engine/jobs.ts';
import { lists } from './engine/lists.ts';

/** The dataset screens: fields, lists, forms, dialogs and jobs. */
export const engine = { ...lists, ...forms, ...files, ...jobs };
