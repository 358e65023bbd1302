import { ApiError } from './api-error.ts';

/**
 * Runs calls that show a refusal as a toast themselves, and reports whether none was refused. Throws what is no refusal.
 */
export async function unlessRefused(calls: () => Promise<unknown>): Promise<boolean> {
  try {
    await calls();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
