import { type ParsedPage, picturesMs } from '@yikao/model/contexts/content/article.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { findBySource } from '../article/draft-article.ts';
import { officialHost } from '../article/source-url.ts';
import { foreignPictures, withPictures } from '../pictures/foreign-pictures.ts';
import { takePictures } from '../pictures/take-pictures.ts';
import { parseOfficialPage } from './parse-page.ts';

/**
 * Reads the page of an article of an official account by its link, and takes its pictures into our store for the
 * person (domain L1: host, time and size). Names the article that was made of it before, as far as the person reaches.
 * @throws AppError `notAnOfficialPage`, or with `outside…` why the page was not fetched.
 */
export async function readOfficialPage(engine: Engine, actor: Actor, url: string): Promise<ParsedPage> {
  const page = await engine.fetchOutside(url, {
    maxBytes: limits.officialPageBytes,
    timeoutMs: limits.officialPageMs,
    accept: ['text/html'],
    hosts: [officialHost],
  });
  const parts = parseOfficialPage(page.bytes.toString('utf8'), page.url);
  const foreign = foreignPictures(parts.content);
  const wanted = parts.cover === null ? foreign : [parts.cover, ...foreign];
  const { shown, stored, faults } = await takePictures(engine, wanted, {
    by: actor,
    signal: AbortSignal.timeout(picturesMs),
  });
  return {
    ...parts,
    cover: (parts.cover === null ? undefined : stored.get(parts.cover)) ?? null,
    content: withPictures(parts.content, shown),
    pictures: { taken: shown.size, faults: [...faults] },
    known: (await findBySource(engine, engine.db, actor, parts.sourceUrl)) ?? null,
  };
}
