import { systemFields } from '@yikao/model/kernel/dataset.ts';
import { type Field, type FieldKind, isPersonal } from '@yikao/model/kernel/field.ts';
import { code } from './code.tsx';
import { codes } from './codes.tsx';
import { date } from './date.tsx';
import { dateTime } from './date-time.tsx';
import { decimal } from './decimal.tsx';
import type { FieldView } from './field-view.ts';
import { file } from './file.tsx';
import { files } from './files.tsx';
import { id } from './id.tsx';
import { image } from './image.tsx';
import { images } from './images.tsx';
import { integer } from './integer.tsx';
import { json } from './json.tsx';
import { lines } from './lines.tsx';
import { mobile } from './mobile.tsx';
import { money } from './money.tsx';
import { ref } from './ref.tsx';
import { refs } from './refs.tsx';
import { richText } from './rich-text.tsx';
import { secret } from './secret.tsx';
import { text } from './text.tsx';
import { year } from './year.tsx';
import { yesNo } from './yes-no.tsx';

/** Every field kind's looks; completeness is the compiler's job. */
const fieldViews = {
  id,
  year,
  integer,
  decimal,
  money,
  text,
  secret,
  richText,
  date,
  dateTime,
  mobile,
  yesNo,
  code,
  codes,
  ref,
  refs,
  file,
  image,
  files,
  images,
  lines,
  json,
} satisfies { [K in FieldKind]: FieldView<Extract<Field, { kind: K }>> };

/** Reports whether a list can be sorted by a field: not by derived values or personal numbers. */
export function isSortable(field: Field): boolean {
  if (field === systemFields.updateBy) return false;
  return viewOf(field).sortable && !field.derived && !isPersonal(field);
}

/** The rendering of a field's kind, for code that handles all kinds. */
export function viewOf(field: Field): FieldView<Field> {
  // The map above pairs each kind with its own field type; the pairing is lost once `kind` is not known.
  return fieldViews[field.kind] as unknown as FieldView<Field>;
}
