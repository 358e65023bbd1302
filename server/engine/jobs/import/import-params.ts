import type { importBody } from '@yikao/model/calls/jobs.ts';
import type { z } from 'zod';

/** The settings of an import, as its job keeps them. */
export type ImportParams = Pick<
  z.infer<typeof importBody>,
  | 'mode'
  | 'onError'
  | 'dryRun'
  | 'skipHidden'
  | 'skipBeside'
  | 'mapping'
  | 'sheet'
  | 'headerRow'
  | 'headerRows'
> &
  // Jobs started before these existed lack them.
  Partial<Pick<z.infer<typeof importBody>, 'groups' | 'tables' | 'confirmed'>>;
