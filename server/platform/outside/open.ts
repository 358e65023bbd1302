import type { Config } from '../config.ts';
import { createFetchOutside } from './fetch-outside.ts';
import type { FetchOutside } from './types.ts';

/** The configured way to pages of others. */
export function openFetchOutside({
  outsideHosts,
  outsideAgent,
}: Pick<Config, 'outsideHosts' | 'outsideAgent'>): FetchOutside {
  return createFetchOutside({ hosts: outsideHosts, agent: outsideAgent });
}
