import { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { postMessages } from '../../../engine/outbox/post.ts';
import { type Sender, Undeliverable } from '../../../engine/outbox/sender.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { openChange } from '../../../engine/write/change.ts';
import { updateLocked } from '../../../engine/write/internal-write.ts';
import { lockRows } from '../../../engine/write/lock-rows.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { foreignPictures, withPictures } from './foreign-pictures.ts';
import { takePictures } from './take-pictures.ts';

const { article } = registry;

type ArticleRow = Pick<RowOf<typeof article>, 'articleId' | 'content' | 'pictureFaults'>;

const message = z.object({ articleId: z.int().positive() });

/** The address of a picture as far as it is noted with a fault. */
const noted = (url: string) => url.slice(0, limits.pictureUrl);

/** The pictures of other sites in an article that were not tried in vain before. */
function wanted({ content, pictureFaults }: Pick<ArticleRow, 'content' | 'pictureFaults'>): string[] {
  const tried = new Set((pictureFaults ?? []).map(({ url }) => url));
  return foreignPictures(content).filter(url => !tried.has(noted(url)));
}

/** Has the pictures of saved articles brought in, in the transaction that saves them. */
export async function postPictures(engine: Engine, db: Db, rows: readonly ArticleRow[]): Promise<void> {
  const messages = rows
    .filter(row => wanted(row).length > 0)
    .map(({ articleId }) => ({
      topic: 'pictures' as const,
      subject: `${article.name}:${articleId}`,
      content: { articleId },
    }));
  if (messages.length > 0) await postMessages(engine, db, messages);
}

/**
 * Brings the pictures of an article into our own store (domain L1). They are fetched while nothing is locked; then the
 * row is locked, and in the text as it is by now each address that was fetched is replaced. What an editor changed in
 * the meantime stays. Pictures that could not be fetched are kept with the row, with the reason.
 */
export function picturesSender(engine: Engine): Sender {
  return async content => {
    const read = message.safeParse(content);
    if (!read.success) throw new Undeliverable('The message names no article');
    const by = elevated();
    const find = (db: Db) => lockRows(engine, db, article, [read.data.articleId], by);
    const [before] = await transact(engine.db, find);
    if (!before) return;
    const { shown, faults } = await takePictures(engine, wanted(before), { by: undefined });
    await transact(engine.db, async db => {
      const change = await openChange(engine, db, article, { actor: by, now: engine.clock.now() });
      const [row] = await find(db);
      if (!row) return;
      const text = withPictures(row.content, shown);
      const still = new Set(foreignPictures(text).map(noted));
      const known = [...(row.pictureFaults ?? []), ...faults].filter(({ url }) => still.has(url));
      // The last reason of each counts.
      const kept = [...new Map(known.map(one => [one.url, one])).values()].slice(0, limits.linesMax);
      const values = { content: text, pictureFaults: kept.length === 0 ? null : kept };
      await updateLocked(engine, db, article, [{ row, values }], { by, change });
    });
  };
}
