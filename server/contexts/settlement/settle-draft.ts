import { label } from '@yikao/model/kernel/label.ts';
import type { ScheduledHandler } from '../shared/scheduled-handler.ts';
import { draftLastMonth } from './settle-draft-job.ts';

/** Draws up last month's settlements (domain 3.11); partners already settled are skipped. */
export const settleDraft: ScheduledHandler = async ({ engine, signal }) => {
  const { periodStart, drawn, settled } = await draftLastMonth(engine, signal);
  const month = periodStart.slice(0, 7);
  return label(
    `生成 ${month} 结算单 ${drawn} 张；${settled} 个合伙人已有结算单`,
    `Drew ${drawn} settlements of ${month}; ${settled} partners had theirs already`,
  );
};
