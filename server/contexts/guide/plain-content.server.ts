import { registry } from '@yikao/model/contexts/datasets.ts';
import { type RawBuilder, sql } from 'kysely';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';

/** Ends of lines in HTML: boxes that end together end one line. */
const lineEnds =
  '(</(p|div|section|article|header|footer|main|aside|figure|figcaption|fieldset|legend|li|dt|dd|h[1-6]|tr|blockquote)>)+|<br[^>]*>';

/**
 * The text of the rich text `content`, one line per paragraph and per table row, with cells separated (domain D6, D15:
 * `contentText`).
 */
function wordsOfContent(alias: string): RawBuilder<unknown> {
  const content = column(alias, 'content');
  const apart = sql`regexp_replace(${content}, '</t[dh]>\\s*<t[dh][^>]*>', ' ', 'gi')`;
  const lines = sql`regexp_replace(${apart}, ${lineEnds}, chr(10), 'gi')`;
  const bare = sql`regexp_replace(${lines}, '<[^>]*>', '', 'g')`;
  return sql`trim(both chr(10) || ' ' from
    replace(replace(replace(replace(${bare}, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'))`;
}

/** Server side of the guide: its words, for files. */
export const guideInfoServer = defineServer(registry.guideInfo, {
  expressions: { contentText: wordsOfContent },
});

/** Server side of the remarks: their words, for files. */
export const remarkServer = defineServer(registry.remark, {
  expressions: { contentText: wordsOfContent },
});
