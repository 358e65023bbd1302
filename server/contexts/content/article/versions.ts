import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import {
  type ArticleText,
  type ArticleVersion,
  type VersionedField,
  versionedFields,
} from '@yikao/model/contexts/content/article.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import type { Engine } from '../../../engine/engine.ts';
import { history } from '../../../engine/history/history-list.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { updateWithin } from '../../../engine/write/save.ts';
import { transact } from '../../../engine/write/transaction.ts';

const { article } = registry;

type Text = ArticleText['text'];

/** The article's history as the actor may see it, newest first. Throws as the history's call does. */
async function entriesOf(engine: Engine, actor: Actor, articleId: number): Promise<HistoryEntryRow[]> {
  const entries: HistoryEntryRow[] = [];
  for (let current = 1; ; current += 1) {
    const page = await history(engine, article, actor, { articleId, current, size: limits.pageSizeMax });
    entries.push(...page.records);
    if (entries.length >= page.total || page.records.length === 0) return entries;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The versioned fields that an entry changed. */
function changedIn({ op, fields }: HistoryEntryRow): VersionedField[] {
  return op === 'added' ? [...versionedFields] : versionedFields.filter(name => fields.includes(name));
}

/**
 * The versions of an article's text, newest first: of its history, which has the whole text before and after each
 * change, the entries that changed the text (domain L1). Entries that were cleaned up, and those from before the row
 * came within the actor's reach, are no versions any more.
 */
export async function listVersions(
  engine: Engine,
  actor: Actor,
  articleId: number,
): Promise<ArticleVersion[]> {
  return (await entriesOf(engine, actor, articleId)).flatMap(entry => {
    const fields = changedIn(entry);
    if (fields.length === 0) return [];
    const { version, time, userName, step } = entry;
    return [{ version, time, userName, step: step?.name ?? null, fields }];
  });
}

/** The text of a version: the text of now, with the later changes taken back. Throws `notFound`. */
export async function readVersion(
  engine: Engine,
  actor: Actor,
  articleId: number,
  version: number,
): Promise<ArticleText> {
  const entries = await entriesOf(engine, actor, articleId);
  const row = await findRow(engine, engine.db, article, actor, articleId);
  if (!row || !entries.some(entry => entry.version === version)) throw failure('notFound');
  const text = Object.fromEntries(versionedFields.map(name => [name, textOf(row[name])])) as Text;
  for (const entry of entries) {
    if (entry.version <= version) break;
    for (const name of changedIn(entry)) text[name] = textOf(entry.before[name]);
  }
  return { version, text };
}

/**
 * Puts the text of a version back. That is an edit like any other, so that the same rules hold and it is a version
 * itself. Throws `notFound`, and as an edit does: `staleVersion`, `invalidFields`, `duplicate`.
 */
export async function restoreVersion(
  engine: Engine,
  actor: Actor,
  { articleId, version, to }: { readonly articleId: number; readonly version: number; readonly to: number },
): Promise<void> {
  const { text } = await readVersion(engine, actor, articleId, to);
  await transact(engine.db, db =>
    updateWithin(engine, db, article, actor, {
      articleId,
      version,
      ...text,
      // Both are required, so every version has them.
      title: text.title ?? '',
      content: text.content ?? '',
    }),
  );
}
