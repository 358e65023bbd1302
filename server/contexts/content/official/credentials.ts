import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Engine } from '../../../engine/engine.ts';
import { openSecret } from '../../../engine/write/sealing.ts';
import type { OfficialCredentials } from '../../../platform/official/types.ts';

/** The credentials of an account, its secret opened; undefined if it has not both of them. */
export async function credentialsOf(
  engine: Engine,
  account: { readonly id: number; readonly appId: string | null },
): Promise<OfficialCredentials | undefined> {
  const appSecret = await openSecret(engine, engine.db, registry.officialAccounts, 'appSecret', account.id);
  return account.appId && appSecret ? { appId: account.appId, appSecret } : undefined;
}
