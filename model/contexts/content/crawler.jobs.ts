import { z } from 'zod';
import { defineJobKind } from '../../jobs/job-kind.ts';
import { label } from '../../kernel/label.ts';
import { crawlerResult } from './crawler-result.ts';

/** Reads the pages of a crawler task (domain 3.13). */
export const crawl = defineJobKind({
  name: 'crawl',
  bizType: 660,
  of: crawlerResult,
  may: 'base:crawler:start',
  label: label('运行爬虫任务', 'Run a crawler task'),
  params: z.object({ taskId: z.coerce.number<number | string>().int().positive() }),
});
