/**
 * The pending steps of a login, which a person with an enabled account may have to take before any work. Read by
 * `auth`, reported by `access`.
 */
export interface Standing {
  /** The partner or agency of the account is disabled or deleted, or a partner above it. */
  readonly organisationEnded: boolean;
  /** Until when failed logins keep the account locked for new devices of some network, or of all. */
  readonly strangersLocked: { readonly until: Date; readonly everywhere: boolean } | undefined;
  /** The person has logged in from a device before, which such a lock does not affect. */
  readonly knownDevice: boolean;
  /** Somebody else set the password. */
  readonly mustChange: boolean;
  /** Since when the second factor is on. */
  readonly factorSince: Date | null;
  /** Enabled roles that demand a second factor. */
  readonly demandedBy: readonly { readonly roleId: number; readonly roleName: string }[];
  /** The parameters require a second factor for everyone. */
  readonly demandedOfAll: boolean;
  /** The last person to set that parameter, if known. */
  readonly demandedOfAllBy: string | null;
  /** The person is logged in, with every step taken. */
  readonly loggedIn: boolean;
  /** A login with the right password is waiting for the second step. */
  readonly waiting: boolean;
}
