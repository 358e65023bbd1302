import { lockCalls } from '@yikao/model/contexts/people/locks.calls.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Feature } from '../../shared/feature.ts';
import { readSmsBudgets } from './sms-budget.ts';

/** Usage of the hourly and daily text message budgets, for the page of locks. */
export const smsFeature: Feature = (app, { engine: { db, clock } }) => {
  handle(app, lockCalls.sms, () => readSmsBudgets(db, clock.now()));
};
