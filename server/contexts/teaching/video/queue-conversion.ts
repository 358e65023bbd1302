import { convertVideos } from '@yikao/model/contexts/teaching/teaching.jobs.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { startFeatureJob } from '../../../engine/jobs/feature/start-feature-job.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import type { Tx } from '../../../engine/table/sql.ts';

/** Has one transaction at a time decide whether a conversion is under way, so that none is missed and none is doubled. */
export async function lockConversions(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('course-conversion', 0))`.execute(db);
}

/** Starts the job that converts videos, unless one is under way that will find the video too. */
export async function queueConversion(engine: Engine, db: Tx): Promise<void> {
  await lockConversions(db);
  const found = await sql`
    select 1 from t_biz_log where op = ${convertVideos.name} and status = 'processing' limit 1`.execute(db);
  if (found.rows.length === 0) await startFeatureJob(engine, convertVideos, elevated(), {}, db);
}
