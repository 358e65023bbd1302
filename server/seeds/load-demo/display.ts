import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { isTrue } from '../../engine/table/sql.ts';
import { createDrawing } from '../../platform/drawing/drawing.ts';
import type { FileStore } from '../../platform/files/types.ts';
import { type DemoEntry, demoCarousels, demoEntries, demoPictures, demoPosters } from '../demo/display.ts';
import { insertRows, insertStored, keysByName, type LoadContext } from '../load-rows.ts';

const { appMenu, carousel, goods, poster } = registry;

const dayMs = 86_400_000;

/** The demo's mini-program of WeChat (domain 0.5, platform). */
const platform = 3;

/**
 * Carousels, the menu of the mini-program and posters with their pictures (domain 7.3). Nothing is added beside rows of
 * people. Without a file store, as in the databases of tests, the pictures are records alone.
 */
export async function loadDemoDisplay(context: LoadContext, files: FileStore | undefined): Promise<void> {
  if (
    await isTrue(
      context.db,
      sql`exists(select from t_carousel) or exists(select from t_app_menu) or exists(select from t_poster)`,
    )
  )
    return;
  await storePictures(context, files);
  await loadCarousels(context);
  await loadEntries(context, 0, demoEntries);
  await insertStored(
    context,
    poster,
    demoPosters.map(({ background, ...row }, at) => ({
      ...row,
      background: demoPictures[background].path,
      orderNum: at + 1,
      createTime: shanghaiTime(context.now),
    })),
  );
}

/** Draws the pictures and notes them as files that everybody may see. */
async function storePictures({ db, now }: LoadContext, files: FileStore | undefined): Promise<void> {
  const drawing = createDrawing();
  try {
    for (const { path, picture } of Object.values(demoPictures)) {
      const png = files ? await drawing.draw(picture) : Buffer.alloc(0);
      await files?.put(path.slice(1), Readable.from([png]), {
        maxBytes: limits.imageBytes,
        contentType: 'image/png',
      });
      const sha256 = createHash('sha256').update(png).digest('hex');
      await sql`
        insert into t_upload_file (path, origin_name, size, mime, sha256, usage, audience, width, height, create_time)
        values (${path}, ${path.split('/').at(-1)}, ${png.length}, 'image/png', ${sha256}, 2, 1,
          ${picture.width}, ${picture.height}, ${now})
        on conflict do nothing`.execute(db);
    }
  } finally {
    await drawing.close();
  }
}

async function loadCarousels(context: LoadContext): Promise<void> {
  const sold = await keysByName(context.db, goods);
  await insertRows(
    context,
    carousel,
    demoCarousels.map(({ title, position, image, goods: name, link, endedDaysAgo }, at) => {
      const goodsId = [...sold].find(([known]) => name !== undefined && known.includes(name))?.[1];
      const target =
        goodsId !== undefined
          ? { linkType: 2, linkValue: String(goodsId) }
          : link !== undefined
            ? { linkType: 4, linkValue: link }
            : { linkType: 0 };
      const ended =
        endedDaysAgo === undefined ? null : new Date(context.now.getTime() - endedDaysAgo * dayMs);
      return {
        ...{ title, position, ...target, orderNum: at + 1 },
        image: demoPictures[image].path,
        ...(ended && { endTime: shanghaiTime(ended) }),
      };
    }),
  );
}

async function loadEntries(
  context: LoadContext,
  parentId: number,
  entries: readonly DemoEntry[],
): Promise<void> {
  await insertRows(
    context,
    appMenu,
    entries.map(({ menuName, icon, linkValue, loginFlag = 0 }, at) => ({
      ...{ menuName, platform, parentId, linkType: 1, linkValue, loginFlag, orderNum: at + 1 },
      icon: demoPictures[icon].path,
    })),
  );
  const keys = await keysByName(context.db, appMenu);
  for (const { menuName, below = [] } of entries) {
    if (below.length > 0) await loadEntries(context, keys.get(menuName) ?? 0, below);
  }
}
