import { parameters } from '@yikao/model/rules/parameters.ts';
import type { ConfigSeed } from '../types.ts';

/** The parameters of domain 7.4 with their first values. */
export const config: readonly ConfigSeed[] = parameters.map(({ key, initial, label }) => ({
  configKey: key,
  configValue: initial,
  description: label,
}));
