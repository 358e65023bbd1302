import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import type { Db } from '../../engine/table/sql.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Path of a picture of 1080 × 1920 pixels, of which only the record exists. */
export const picture = '/samples/poster.png';

/** Adds the record of {@link picture}. */
export const uploaded = (db: Db) =>
  sql`insert into t_upload_file (path, origin_name, size, mime, sha256, usage, audience, width, height)
    select ${picture}, 'poster.png', 4, 'image/png', repeat('0', 64), 2, 1, 1080, 1920
    where not exists (select 1 from t_upload_file where path = ${picture})`.execute(db);

/** A picture without a link; the start is early enough for any tested end. */
export const carouselSample = defineSample(registry.carousel, {
  values: () => ({ image: picture, linkType: 0, startTime: '2020-01-01 00:00:00' }),
  ready: uploaded,
});

/** A poster has everything within its background. */
export const posterSample = defineSample(registry.poster, {
  values: n => ({
    background: picture,
    qrX: n % 100,
    qrY: 100,
    qrSize: 240,
    textItems: [
      {
        text: `样本${n}`,
        ...{ x: 10, y: 400, width: 600, lines: 1, size: 48 },
        ...{ align: 1, weight: 1, colour: '#222222' },
      },
    ],
  }),
  ready: uploaded,
});

/** An entry that opens a page. */
export const appMenuSample = defineSample(registry.appMenu, {
  values: n => ({ icon: picture, linkType: 1, linkValue: `/pages/sample/${n}` }),
  ready: uploaded,
});
