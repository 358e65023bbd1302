import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { callAddress, callHeaders, send } from '../../engine/api/send.ts';
import { endSession, type Session } from '../../engine/session/session.ts';

/** Ends a session on the server that this page does not use. Never throws: it would expire anyway. */
export async function giveBack({ token }: Session): Promise<void> {
  const { logout } = loginCalls;
  await fetch(callAddress(logout, {}), { method: logout.method, headers: callHeaders(token) }).catch(
    () => undefined,
  );
}

/** Ends the session on the server and here. Here it ends even if the server cannot be reached. */
export async function logOut(): Promise<void> {
  try {
    await send(loginCalls.logout, { toast: false, renew: false });
  } catch {
    // The token then expires, after at most 12 hours, or seven days if remembered.
  }
  endSession('logout');
}
