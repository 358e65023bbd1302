import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** A province that no other sample is of. */
const provinceId = 999_998;

/**
 * An article is of one province, since one of none is for everybody. It is taken down that is up, put up that is not,
 * and lacks a picture that is to be fetched again.
 */
export const articleSample = defineSample(registry.article, {
  values: () => ({ provinceIds: String(provinceId), siteKeys: 'ykzyb' }),
  ready: db =>
    sql`insert into t_province (province_id, province_name, province_short_name, exam_mode, culture_full, joint_full,
        guide_flag, prob_flag, list_flag, hot_flag, order_num, status)
      values (${provinceId}, '样本省', '样', 2, 750, 300, 1, 1, 1, 0, 0, 1) on conflict do nothing`.execute(
      db,
    ),
  takenBy: (db, key, step) =>
    sql`update t_article set up_status = ${step === 'takeDown' ? 1 : 0},
      picture_faults = ${step === 'bringPictures' ? '[{"url": "https://example.com/a.png", "fault": 2}]' : null}::jsonb
      where article_id = ${key}`.execute(db),
});

/** The account of an article has a column, and no article here has its title. */
export const officialArticleSample = defineSample(registry.officialArticle, {
  internal: () => ({ content: '<p>正文</p>' }),
  async beside(db, key) {
    await sql`update t_official_article set title = ${`公众号文章 ${key}`}, url = null, publish_time = null
      where id = ${key}`.execute(db);
    await sql`insert into t_column (column_name, parent_id, column_type, order_num, status)
      select '样本栏目', 0, 1, 0, 1 where not exists (select 1 from t_column where not deleted)`.execute(db);
    await sql`update t_official_accounts set column_id = (select min(column_id) from t_column where not deleted)
      where column_id is null`.execute(db);
  },
});
