/** The words that a dataset is declared with. */

export { notAbove, notBefore } from './checks.ts';
export { actions as everyAction } from './dataset.ts';
export { defineDataset } from './define-dataset.ts';
export { filled } from './derived.ts';
export { label } from './label.ts';
export { field } from './make-field.ts';
export { when } from './validate/when.ts';
