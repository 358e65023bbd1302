import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Two subjects that fit any arts or science. */
export const wishUserSample = defineSample(registry.wishUser, {
  values: n => ({ subjects: n % 2 === 0 ? [2, 3] : [4, 6] }),
});

/** A separate category: the candidate's first one is in the candidate's row. */
export const userCategorySample = defineSample(registry.userCategory, { fresh: 'jointCategoryId' });

/** No score above its full mark. */
export const userExamScoreSample = defineSample(registry.userExamScore, {
  values: n => ({ score: `${n % 500}.50`, fullScore: `${500 + (n % 500)}.00` }),
});
