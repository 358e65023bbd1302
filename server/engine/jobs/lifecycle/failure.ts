import type { Label } from '@yikao/model/kernel/label.ts';
import type { JobFinding } from './job.ts';

/** A job that cannot be done, with the sentence the person reads in the history. Trying again would not help. */
export class JobFailure extends Error {
  readonly sentence: Label;
  /** The facts found besides the message. */
  readonly finding: JobFinding | undefined;

  constructor(sentence: Label, finding?: JobFinding) {
    super(sentence.zh);
    this.name = 'JobFailure';
    this.sentence = sentence;
    this.finding = finding;
  }
}

/** Codes of the file system and the database for a full disk or an exceeded quota. */
const diskFullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/** Reports whether an error means that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && diskFullCodes.has(error.code);
}
