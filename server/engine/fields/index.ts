import type { Field, FieldKind } from '@yikao/model/kernel/field.ts';
import { code } from './code.ts';
import { codes } from './codes.ts';
import { date } from './date.ts';
import { dateTime } from './date-time.ts';
import { decimal } from './decimal.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { id } from './id.ts';
import { image } from './image.ts';
import { images } from './images.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import type { ServerFieldKind } from './kind.ts';
import { lines } from './lines.ts';
import { mobile } from './mobile.ts';
import { money } from './money.ts';
import { ref } from './ref.ts';
import { refs } from './refs.ts';
import { richText } from './rich-text.ts';
import { secret } from './secret.ts';
import { text } from './text.ts';
import { year } from './year.ts';
import { yesNo } from './yes-no.ts';

/** Every field kind's place in the database and on the wire; completeness is the compiler's job. */
const serverFieldKinds = {
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
} satisfies { [K in FieldKind]: ServerFieldKind<Extract<Field, { kind: K }>> };

/** The server side of a field's kind, for code that handles all kinds. */
export function serverKindOf(field: Field): ServerFieldKind<Field> {
  // The map pairs each kind with its own field type; the pairing is lost once `kind` is not known.
  return serverFieldKinds[field.kind] as unknown as ServerFieldKind<Field>;
}
