import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** There are few years and lengths of employment: salaries of one occupation would soon repeat. */
export const salarySample = defineSample(registry.salary, { fresh: 'occupationId' });
