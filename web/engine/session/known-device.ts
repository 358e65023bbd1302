const storageKey = 'yikao.device';

/**
 * Stores the device token that the server issued to this browser, beyond the end of the session: it opens nothing, and
 * prevents strangers who guess passwords from locking out this device (domain 4.14).
 */
export function keepDeviceToken(token: string): void {
  localStorage.setItem(storageKey, token);
}

/** The header that identifies this device in a login; empty before the first one. */
export function deviceHeader(): Record<string, string> {
  const token = localStorage.getItem(storageKey);
  return token ? { 'device-token': token } : {};
}
