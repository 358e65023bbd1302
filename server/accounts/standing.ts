/**
 * The steps that may stand between a person whose account is enabled and any work: the pending steps of a login. Read
 * by `auth`, told by `access`.
 */
export interface Standing {
  /** Until when failed logins keep the account locked for new devices of some network, or of all. */
  readonly strangersLocked: { readonly until: Date; readonly everywhere: boolean } | undefined;
  /** The person has logged in from some device before, which such a lock does not hold up. */
  readonly knownDevice: boolean;
  /** Somebody else set the password. */
  readonly mustChange: boolean;
  /** Since when the second factor is on. */
  readonly factorSince: Date | null;
  /** Enabled roles that demand a second factor. */
  readonly demandedBy: readonly { readonly roleId: number; readonly roleName: string }[];
  /** The parameters demand a second factor of everybody. */
  readonly demandedOfAll: boolean;
  /** Who set that parameter last, as far as it is known. */
  readonly demandedOfAllBy: string | null;
  /** Somebody is logged in, with every step taken. */
  readonly loggedIn: boolean;
  /** A login whose password was right waits for the second step. */
  readonly waiting: boolean;
}
