/** A job that cannot be done, with the sentence the person reads in the history. Trying again would not help. */
export class JobFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'JobFailure';
  }
}
