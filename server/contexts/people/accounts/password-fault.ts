import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { containsName, passwordAllowed } from '@yikao/model/rules/password.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** The passwords that attackers try first, in lower case; read when the first password is set, which takes 0.2 s. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Why a new password of an account with these names is refused: its form, a name of the account in it, or because it is
 * among the common ones (OWASP ASVS 2.1); undefined for one that may be set. Every way of setting a password asks here.
 */
export async function passwordFault(
  password: string,
  names: readonly (string | null | undefined)[],
): Promise<Issue<'password'> | undefined> {
  if (!passwordAllowed(password)) return issue('password', 'badPassword');
  if (containsName(password, names)) return issue('password', 'passwordIsName');
  common ??= readCommon();
  return (await common).has(password.toLowerCase()) ? issue('password', 'passwordCommon') : undefined;
}
