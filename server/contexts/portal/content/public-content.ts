import { carouselPosition, platform } from '@yikao/model/contexts/content/display.codes.ts';
import type { PublicContent } from '@yikao/model/contexts/portal/public-content.ts';
import { type Block, type PublicPageName, publicPages } from '@yikao/model/contexts/portal/public-pages.ts';
import { currentWebsite } from '@yikao/model/contexts/system/website.calls.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { UploadFile } from '../../../engine/files/upload-file.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import { readMenu, readPictures } from '../../content/app-rows.ts';
import type { Visit } from '../../content/article/public-articles.ts';
import { enabled } from '../../shared/enabled.ts';
import type { Site } from '../serving/sites.ts';
import type { Source } from '../serving/source-versions.ts';
import { readAbroad } from './abroad-content.ts';
import { readColumns } from './article-content.ts';
import { readChapters, readEvents, readLines, readProvinces, readQuestions } from './reference-content.ts';
import { nextDay, nextOf } from './shown-rows.ts';
import { readGoods, readPartners } from './trade-content.ts';

/** Code of the position of the front page in `carouselPosition`, and of the web in `platform`. */
const { home } = carouselPosition.is;
const { h5 } = platform.is;

/** The content of a page, and the instant at which it changes though no row does. */
export interface ReadContent {
  readonly content: Omit<PublicContent, 'site'>;
  readonly until?: Date | undefined;
}

type Reader = (engine: Engine, of: Visit & { readonly site: Site }) => Promise<ReadContent>;

/** A part of a page: its sources, and how it is read. */
interface BlockReader {
  readonly sources: readonly Source[];
  readonly read: Reader;
}

/** Pictures of the carousel with their sizes, and when one of them begins or ends to be shown. */
const pictures: Reader = async (engine, { site, now }) => {
  const found = await readPictures(engine, {
    ...{ position: home, provinceId: undefined, at: now },
    siteKey: site.siteKey,
  });
  const sizes = await sql<Pick<UploadFile, 'path' | 'width' | 'height'>>`
    select path, width, height from t_upload_file
    where path = any(${found.map(({ image }) => image)}::varchar[])`.execute(engine.db);
  const sizeOf = new Map(sizes.rows.map(({ path, ...size }) => [path, size]));
  const turns = await sql<{ begins: Date | null; ends: Date | null }>`
    select min(start_time) filter (where start_time > ${now}) as begins,
      min(end_time) filter (where end_time >= ${now}) as ends
    from t_carousel where position = ${home} and status = ${enabled} and not deleted`.execute(engine.db);
  const { begins = null, ends = null } = turns.rows[0] ?? {};
  // A picture is shown to the end of the second that its row names.
  const gone = ends && new Date(ends.getTime() + 1);
  return {
    content: {
      pictures: found.map(row => ({ ...row, ...(sizeOf.get(row.image) ?? { width: null, height: null }) })),
    },
    until: nextOf(now, [begins, gone]),
  };
};

const blocks: Readonly<Record<Block, BlockReader>> = {
  // Pictures lead to goods and articles, and are left out where those are gone.
  pictures: { sources: ['carousel', 'goods', 'article', 'column'], read: pictures },
  goods: {
    sources: ['goods', 'province'],
    async read({ db }, of) {
      const { goods, until } = await readGoods(db, of);
      return { content: { goods }, until };
    },
  },
  provinces: {
    sources: ['province'],
    read: async ({ db }) => ({ content: { provinces: await readProvinces(db) } }),
  },
  columns: {
    sources: ['column', 'article'],
    async read({ db }, of) {
      const { columns, until } = await readColumns(db, of);
      return { content: { columns }, until };
    },
  },
  partners: {
    sources: ['partners'],
    read: async ({ db }) => ({ content: { partners: await readPartners(db) } }),
  },
  lines: {
    sources: ['score', 'jointCategory', 'batch', 'province'],
    read: async ({ db }, of) => ({ content: { lines: await readLines(db, of) }, until: nextDay(of.now) }),
  },
  chapters: {
    sources: ['guideInfo', 'province'],
    read: async ({ db }, of) => ({
      content: { chapters: await readChapters(db, of) },
      until: nextDay(of.now),
    }),
  },
  questions: {
    sources: ['guideInfo', 'province'],
    read: async ({ db }, of) => ({
      content: { questions: await readQuestions(db, of) },
      until: nextDay(of.now),
    }),
  },
  events: {
    sources: ['scheduleExam', 'province'],
    async read({ db }, of) {
      const { events, until } = await readEvents(db, of);
      return { content: { events }, until };
    },
  },
  menu: {
    sources: ['appMenu', 'article', 'column'],
    async read(engine, { site: { siteKey } }) {
      return { content: { menu: await readMenu(engine, h5, { siteKey, provinceId: undefined }) } };
    },
  },
  app: {
    sources: ['config'],
    async read({ db }) {
      const [androidUrl, iosUrl, notes] = await Promise.all([
        readParameter(db, 'app.androidUrl'),
        readParameter(db, 'app.iosUrl'),
        readParameter(db, 'app.notes'),
      ]);
      return {
        content: { app: { androidUrl: androidUrl || null, iosUrl: iosUrl || null, notes: notes || null } },
      };
    },
  },
  abroad: { sources: ['abroad'], read: async ({ db }) => ({ content: await readAbroad(db) }) },
};

/** The branding that leaves: the columns of the public call, and no others. */
export function brandOf(site: Site) {
  return currentWebsite.parse(site);
}

/** The sources of a page, its branding included. */
export function sourcesOf(page: PublicPageName): readonly Source[] {
  return [
    ...new Set<Source>([
      'website',
      'config',
      ...publicPages[page].blocks.flatMap(name => blocks[name].sources),
    ]),
  ];
}

/** Reads the parts of a page for a site, at an instant (domain section 5, A11). */
export async function readContent(
  engine: Engine,
  page: PublicPageName,
  site: Site,
  now: Date,
): Promise<ReadContent> {
  const of = { site, siteKey: site.siteKey, now };
  const read = await Promise.all(publicPages[page].blocks.map(name => blocks[name].read(engine, of)));
  return {
    content: Object.assign({}, ...read.map(({ content }) => content)),
    until: nextOf(
      now,
      read.map(({ until }) => until),
    ),
  };
}
