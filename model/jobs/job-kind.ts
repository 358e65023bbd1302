import type { z } from 'zod';
import type { Action, AnyDataset } from '../kernel/dataset.ts';
import type { Label } from '../kernel/label.ts';
import type { PermissionCode } from '../permissions.ts';

/** The declaration of a kind of background job, independent of a dataset. */
export interface JobKind<P extends z.ZodType = z.ZodType> {
  /** The job's `op` in the history: a letter, then at most 15 letters and digits. */
  readonly name: string;
  /** The kind's name in the job centre, the history and messages. */
  readonly label: Label;
  /**
   * The kind's number in the history (domain 0.6: 600 and up). Leave it out if the dataset or the start supplies it.
   */
  readonly bizType?: number;
  /** The dataset of its rows; omitted for a kind that works on any dataset. */
  readonly of?: AnyDataset;
  /**
   * The permission to start a job, checked again at every checkpoint: an action on the job's dataset, or a code. Leave
   * it out if it depends on the job's parameters; the server's implementation supplies it then.
   */
  readonly may?: Action | PermissionCode;
  /** Schema of a job's parameters as stored in the history; the server parses them before it runs the job. */
  readonly params: P;
  /** True if a row's changes remain when the rest of the job does not run. */
  readonly writes: boolean;
  /** The file it reads, if any: the number of its column set, which identifies its template. */
  readonly file?: { readonly tableId: number; readonly columns: readonly string[] };
  /** True if the job can be undone as a whole: it records `jobId` in the history of rows. */
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

/** A feature's kind of job, with everything its call needs. */
export type FeatureJobKind<P extends z.ZodType = z.ZodType> = JobKind<P> &
  Required<Pick<JobKind<P>, 'of' | 'bizType'>> & { readonly may: PermissionCode };

/**
 * Declares a feature's kind of job: its number, label, permission and parameters. The server implements it
 * (`defineJobWork`) and a call starts it (`jobCall`); progress, cancelling, resuming, rights and the history follow
 * from the declaration.
 */
export function defineJobKind<P extends z.ZodType>(input: JobKindInput<P>): FeatureJobKind<P> {
  return Object.freeze({ writes: true, undo: false, ...input });
}
