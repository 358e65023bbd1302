import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';

/** Something that a button tries: whether it is under way, and why it was not done. */
export interface Attempt {
  readonly busy: boolean;
  /** A sentence of the page or of the server; undefined without a problem. */
  readonly problem: string | undefined;
  readonly setProblem: (problem: string | undefined) => void;
  /**
   * Runs the work and returns its result; undefined after a refusal, whose sentence becomes the problem. `told` chooses
   * another sentence. Throws what is no refusal.
   */
  attempt<T>(work: () => Promise<T>, told?: (error: ApiError) => string): Promise<T | undefined>;
}

/** The state of an {@link Attempt}; each one begins without the problem of the one before. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    busy,
    problem,
    setProblem,
    async attempt(work, told = error => error.sentence) {
      setBusy(true);
      setProblem(undefined);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setProblem(told(error));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
