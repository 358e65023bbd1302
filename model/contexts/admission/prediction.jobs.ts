import { z } from 'zod';
import { defineJobKind } from '../../jobs/job-kind.ts';
import { label } from '../../kernel/label.ts';
import { admission } from './admission.ts';
import { algorithm } from './algorithm.ts';

const whole = z.coerce.number<number | string>().int();
const year = whole.min(1900).max(2999);
const province = whole.min(1);

/** Calculates the predicted rank and score of a province's programmes for one year (domain D18, 4.6). */
export const predictRanks = defineJobKind({
  name: 'predictRanks',
  bizType: 610,
  of: admission,
  may: 'wish:admission:predict',
  label: label('生成预测位次', 'Predict ranks'),
  params: z.object({
    dataYear: year,
    provinceId: province,
    /** One category; 0 for all. */
    jointCategoryId: whole.min(0).default(0),
    /** One batch; 0 for all. */
    batch: whole.min(0).default(0),
    /** 1: also predicts programmes whose year is over. */
    overwriteFlag: whole.min(0).max(1).default(0),
  }),
  undo: true,
});

/** Predicts a past year, and stores the accuracy (amendment 6). */
export const backTest = defineJobKind({
  name: 'backTest',
  bizType: 611,
  of: algorithm,
  may: 'wish:algorithm:backTest',
  label: label('概率算法回测', 'Back-test of the algorithms'),
  params: z.object({ dataYear: year, provinceId: province }),
  writes: false,
});
