import type { z } from 'zod';
import type { Action, AnyDataset } from '../kernel/dataset.ts';
import type { Label } from '../kernel/label.ts';
import type { PermissionCode } from '../permissions.ts';

/** The declaration of a kind of background job, of whatever dataset (language.md 9). */
export interface JobKind<P extends z.ZodType = z.ZodType> {
  /** Stands in the history as the job's `op`: a letter, then at most 15 letters and digits. */
  readonly name: string;
  /** Its name as people read it in the job centre, in the history and in what the job tells. */
  readonly label: Label;
  /**
   * Number of the kind in the history (domain 0.6: 600 and up); the dataset or the start says it where it is left
   * out.
   */
  readonly bizType?: number;
  /** The dataset that its rows are of; left out where any dataset can have it. */
  readonly of?: AnyDataset;
  /**
   * Who may start it, asked again at every checkpoint: an action on the job's dataset, or a code. Left out where only
   * what the job is given tells it; its work on the server says it then.
   */
  readonly may?: Action | PermissionCode;
  /** The settings of a job of it, as it stands in the history; read by this schema before the work sees it. */
  readonly params: P;
  /** Whether what it did stands row by row when the rest of it does not come to its turn. */
  readonly writes: boolean;
  /** The file that it reads, where it reads one: the number of its column set, by which people ask for a template. */
  readonly file?: { readonly tableId: number; readonly columns: readonly string[] };
  /** Whether what it did can be taken back as a whole: it writes with `jobId` in the history of rows. */
  readonly undo: boolean;
}

/** The argument of {@link defineJobKind}. */
type JobKindInput<P extends z.ZodType> = Pick<JobKind<P>, 'name' | 'label' | 'params'> & {
  readonly bizType: number;
  readonly of: AnyDataset;
  readonly may: PermissionCode;
  readonly writes?: boolean;
  readonly undo?: boolean;
  readonly file?: JobKind['file'];
};

/** A feature's kind of job, with what its call needs. */
export type FeatureJobKind<P extends z.ZodType = z.ZodType> = JobKind<P> &
  Required<Pick<JobKind<P>, 'of' | 'bizType'>> & { readonly may: PermissionCode };

/**
 * Declares a feature's kind of job: its number, its sentence, who may start it and what it is given. The server says
 * what it does (`defineJobWork`), a call starts it (`jobCall`); progress, cancelling, resuming, rights and the history
 * follow from it.
 */
export function defineJobKind<P extends z.ZodType>(input: JobKindInput<P>): FeatureJobKind<P> {
  return Object.freeze({ writes: true, undo: false, ...input });
}
