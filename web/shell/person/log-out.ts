import { request } from '../../engine/api/request.ts';
import { endSession } from '../../engine/session/session.ts';

/** Ends the session on the server and here. Here it ends even when the server cannot be told. */
export async function logOut(): Promise<void> {
  try {
    await request('POST', '/logout', { toast: false });
  } catch {
    // The token then ends by itself, after 12 hours at most or seven days when remembered.
  }
  endSession('logout');
}
