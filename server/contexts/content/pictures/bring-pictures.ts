import { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { postMessages } from '../../../engine/outbox/post.ts';
import { type Sender, Undeliverable } from '../../../engine/outbox/sender.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import type { Tx } from '../../../engine/table/sql.ts';
import { openChange } from '../../../engine/write/change.ts';
import { updateLocked } from '../../../engine/write/internal-write.ts';
import { lockRows } from '../../../engine/write/lock-rows.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { foreignPictures, withPictures } from './foreign-pictures.ts';
import { takePictures } from './take-pictures.ts';

const { article } = registry;

type ArticleRow = Pick<RowOf<typeof article>, 'articleId' | 'content' | 'pictureFaults'>;

const subjectOf = (articleId: number) => `${article.name}:${articleId}`;

const message = z.object({
  articleId: z.int().positive(),
  /** Address of a cover to be brought in too. */
  coverUrl: z.string().optional(),
});

/** The address of a picture as far as it is noted with a fault. */
const noted = (url: string) => url.slice(0, limits.pictureUrl);

/** The pictures of other sites in an article that were not tried in vain before. */
function wanted({ content, pictureFaults }: Pick<ArticleRow, 'content' | 'pictureFaults'>): string[] {
  const tried = new Set((pictureFaults ?? []).map(({ url }) => url));
  return foreignPictures(content).filter(url => !tried.has(noted(url)));
}

/** Has the pictures of saved articles brought in, in the transaction that saves them. */
export async function postPictures(engine: Engine, db: Tx, rows: readonly ArticleRow[]): Promise<void> {
  const messages = rows
    .filter(row => wanted(row).length > 0)
    .map(({ articleId }) => ({
      topic: 'pictures' as const,
      subject: subjectOf(articleId),
      content: { articleId },
    }));
  if (messages.length > 0) await postMessages(engine, db, messages);
}

/** Has the cover of a draft brought in, in the transaction that makes the draft. */
export async function postCover(engine: Engine, db: Tx, articleId: number, coverUrl: string): Promise<void> {
  const content = { articleId, coverUrl };
  await postMessages(engine, db, [{ topic: 'pictures', subject: subjectOf(articleId), content }]);
}

/**
 * Brings the pictures of an article into our own store (domain L1). They are fetched while nothing is locked; then the
 * row is locked, and in the text as it is by now each address that was fetched is replaced. What an editor changed in
 * the meantime stays, its cover too. Pictures that could not be fetched are kept with the row, with the reason; a cover
 * that could not is missing, as the form shows.
 */
export function picturesSender(engine: Engine): Sender {
  return async content => {
    const read = message.safeParse(content);
    if (!read.success) throw new Undeliverable('消息没有写明是哪一篇文章');
    const by = elevated();
    const find = (db: Tx) => lockRows(engine, db, article, [read.data.articleId], by);
    const [before] = await transact(engine.db, find);
    if (!before) return;
    const { coverUrl } = read.data;
    const covers = coverUrl === undefined || before.cover !== null ? [] : [coverUrl];
    const taken = await takePictures(engine, [...covers, ...wanted(before)], { by: undefined });
    const { shown, stored, faults } = taken;
    await transact(engine.db, async db => {
      const change = await openChange(engine, db, article, { actor: by, now: engine.clock.now() });
      const [row] = await find(db);
      if (!row) return;
      const text = withPictures(row.content, shown);
      const still = new Set(foreignPictures(text).map(noted));
      const known = [...(row.pictureFaults ?? []), ...faults].filter(({ url }) => still.has(url));
      // The last reason of each counts.
      const kept = [...new Map(known.map(one => [one.url, one])).values()].slice(0, limits.linesMax);
      const cover = row.cover ?? stored.get(coverUrl ?? '') ?? null;
      const values = { content: text, cover, pictureFaults: kept.length === 0 ? null : kept };
      await updateLocked(engine, db, article, [{ row, values }], { by, change });
    });
  };
}
