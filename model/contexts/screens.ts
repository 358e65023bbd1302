import type { AnyDataset } from '../kernel/dataset.ts';
import { leadPool } from './crm/lead-pool.screen.ts';
import { loginLog } from './system/login-log.screen.ts';

/** Further screens of datasets, besides the declared ones. */
export const screenRegistry = { loginLog, leadPool } as const;

/** Every further screen, for code that handles them all. */
export const screens: readonly AnyDataset[] = Object.values(screenRegistry);
