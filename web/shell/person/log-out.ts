import { loginCalls } from '@yikao/model/calls/login.ts';
import { callAddress, callHeaders, send } from '../../engine/api/send.ts';
import { endSession, type Session } from '../../engine/session/session.ts';

/** Ends on the server a session that this page does not go on with. Never throws: it would end by itself. */
export async function giveBack({ token }: Session): Promise<void> {
  const { logout } = loginCalls;
  await fetch(callAddress(logout, {}), { method: logout.method, headers: callHeaders(token) }).catch(
    () => undefined,
  );
}

/** Ends the session on the server and here. Here it ends even when the server cannot be told. */
export async function logOut(): Promise<void> {
  try {
    await send(loginCalls.logout, { toast: false, renew: false });
  } catch {
    // The token then ends by itself, after 12 hours at most or seven days when remembered.
  }
  endSession('logout');
}
