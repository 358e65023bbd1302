const storageKey = 'yikao.device';

/**
 * Keeps what the server gave this browser to be known by at the next logins, past the end of the session: it opens
 * nothing, and keeps strangers who guess passwords from holding this device up (domain 4.14).
 */
export function keepDeviceToken(token: string): void {
  localStorage.setItem(storageKey, token);
}

/** The header by which a login is known to come from here; none before the first one. */
export function deviceHeader(): Record<string, string> {
  const token = localStorage.getItem(storageKey);
  return token ? { 'device-token': token } : {};
}
