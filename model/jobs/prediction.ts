import { z } from 'zod';
import { admission } from '../datasets/admission/admission.ts';
import { algorithm } from '../datasets/admission/algorithm.ts';
import { label } from '../kernel/label.ts';
import { defineJobKind } from './job-kind.ts';

const whole = z.coerce.number<number | string>().int();
const year = whole.min(1900).max(2999);
const province = whole.min(1);

/** Works out the predicted rank and score of a province's programmes of one year (domain D18, 4.6). */
export const predictRanks = defineJobKind({
  name: 'predictRanks',
  bizType: 610,
  of: admission,
  may: 'wish:admission:predict',
  label: label('生成预测位次', 'Predict ranks'),
  params: z.object({
    dataYear: year,
    provinceId: province,
    /** One category, or all of them. */
    jointCategoryId: whole.min(0).default(0),
    /** One batch, or all of them. */
    batch: whole.min(0).default(0),
    /** 1: programmes whose year is over are predicted as well. */
    overwriteFlag: whole.min(0).max(1).default(0),
  }),
  undo: true,
});

/** Foretells a year that is over, and keeps how far that came true (amendment 6). */
export const backTest = defineJobKind({
  name: 'backTest',
  bizType: 611,
  of: algorithm,
  may: 'wish:algorithm:backTest',
  label: label('概率算法回测', 'Back-test of the algorithms'),
  params: z.object({ dataYear: year, provinceId: province }),
  writes: false,
});
