/** Fields that must not compile, one per line, as in `language.types.ts`. This code never runs. */

import { enable } from '../contexts/shared/shared.codes.ts';
import { field, label } from './language.ts';

const name = label('名', 'Name');

/** Field options: unknown ones, options of other kinds, values of the wrong type. */
function fields() {
  // @ts-expect-error misspelt
  field.text({ max: 8, requred: true });
  // @ts-expect-error a text requires its maximum length
  field.text({ label: name });
  // @ts-expect-error no such format
  field.text({ max: 8, format: 'number' });
  // @ts-expect-error found by the whole value or its beginning
  field.text({ max: 8, find: 'contains' });
  // @ts-expect-error a mobile number is found as a whole
  field.mobile({ find: 'prefix' });
  // @ts-expect-error a date has no bound
  field.date({ max: 10 });
  // @ts-expect-error money has no upper bound
  field.money({ min: 0, max: 100 });
  // @ts-expect-error no class of a published table
  field.money({ unit: 'openClass' });
  // @ts-expect-error a code lies within nothing
  field.code({ of: enable, within: ['provinceId'] });
  // @ts-expect-error a code requires its set
  field.code({ label: name });
  // @ts-expect-error not a code of the set
  field.code({ of: enable, default: 7 });
  // @ts-expect-error a decimal is text
  field.decimal({ scale: 2, default: 1 });
  // @ts-expect-error a decimal requires its number of places
  field.decimal({ min: 0 });
  // @ts-expect-error a table requires its columns
  field.lines({ required: true });
  // @ts-expect-error a line refers to nothing
  field.lines({ of: { schoolId: field.ref({ to: 'school' }) } });
  // @ts-expect-error several images have no bound of their sizes
  field.images({ min: 2 });
  // @ts-expect-error several files are a list of paths
  field.files({ default: 'a.pdf' });
  // @ts-expect-error a secret requires its maximum length
  field.secret({ required: true });
  // @ts-expect-error a secret has no default
  field.secret({ max: 64, default: 'x' });
  // @ts-expect-error only a text can be of several lines
  field.integer({ multiline: true });
  // @ts-expect-error only a text can be declared personal
  field.integer({ personal: true });
  // @ts-expect-error a reference requires its target
  field.ref({ required: true });
  // @ts-expect-error the key is the server's
  field.id({ required: true });
  // @ts-expect-error yes is 1
  field.yesNo({ default: true });
  // @ts-expect-error a label has both languages
  field.year({ label: { zh: '年' } });
}

void fields;
