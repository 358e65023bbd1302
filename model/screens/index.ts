import type { AnyDataset } from '../kernel/dataset.ts';
import { leadPool } from './lead-pool.ts';
import { loginLog } from './login-log.ts';

/** Further screens of datasets, beside the one that each declares itself. */
export const screenRegistry = { loginLog, leadPool } as const;

/** Every further screen, for code that treats them all alike. */
export const screens: readonly AnyDataset[] = Object.values(screenRegistry);
