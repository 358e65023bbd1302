import type { JobFinding } from './job.ts';

/** A job that cannot be done, with the sentence the person reads in the history. Trying again would not help. */
export class JobFailure extends Error {
  /** What was found out beside the sentence. */
  readonly finding: JobFinding | undefined;

  constructor(message: string, finding?: JobFinding) {
    super(message);
    this.name = 'JobFailure';
    this.finding = finding;
  }
}

/** What the file system and the database say when there is no room, or not for us. */
const diskFullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/** Whether an error says that there is no room on a disk. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && diskFullCodes.has(error.code);
}
