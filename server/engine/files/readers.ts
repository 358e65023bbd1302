import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isPersonalFile } from '@yikao/model/kernel/field.ts';
import { type PermissionCode, permissionCode } from '@yikao/model/permissions.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { findJobOfFile, type Job } from '../jobs/lifecycle/job.ts';
import { assertMayReadJob, reachesLess } from '../jobs/lifecycle/rights.ts';
import { holds, holdsKept } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { seenBy } from '../scope/seen.ts';
import { columnName, tableName } from '../table/naming.ts';
import { type Condition, column, type Db, isTrue } from '../table/sql.ts';
import type { UploadFile } from './upload-file.ts';

/**
 * Column `audience` of t_upload_file: the readers of a picture. `sender`: its sender, until a row uses it. `everybody`:
 * anyone who knows its path. `rows`: people who reach a row that uses it.
 */
export const audience = { sender: 0, everybody: 1, rows: 2 } as const;

/** Images and videos, which pages show. */
const shownUsages: readonly number[] = [2, 3];

/** The parts of a stored file that decide who may read it. */
export type StoredFile = Pick<UploadFile, 'path' | 'usage' | 'audience' | 'userId' | 'reach'>;

/** The columns of {@link StoredFile}. */
export const storedColumns = sql`path, usage, audience, user_id, reach`;

/** Reports whether anyone who knows its path may see a file. */
export function isPublic(file: StoredFile): boolean {
  return shownUsages.includes(file.usage) && file.audience === audience.everybody;
}

/** Reports whether a file is an image or video for display in pages. */
export function isShown({ usage }: StoredFile): boolean {
  return shownUsages.includes(usage);
}

/** Reports whether the actor sent a file and still reaches as much as at that time. */
export function isOwnFile({ userId, reach }: StoredFile, actor: Actor): boolean {
  return userId === actor.userId && (reach === null || !reachesLess(reach, actor));
}

/** For each field that may hold a file: the condition that a row within the actor's reach holds it. */
function homesOf({ datasets }: Engine, actor: Actor, path: string): Condition[] {
  return datasets.flatMap(declared => {
    const dataset = seenBy(declared, actor);
    return Object.entries(dataset.fields).flatMap(([name, field]) => {
      const hidden = !isPersonalFile(field) || field.private || field.derived;
      if (hidden || !mayList(dataset, actor, field.shownBy)) return [];
      const held = column('d', columnName(name));
      const many = field.kind === 'images' || field.kind === 'files';
      return [
        sql<SqlBool>`exists (select 1 from ${sql.table(tableName(dataset))} as d
          where ${many ? sql`${held} @> array[${path}]::varchar[]` : sql`${held} = ${path}`} and not d.deleted
            and ${scopeCondition(dataset, actor, 'd')})`,
      ];
    });
  });
}

function mayList(dataset: AnyDataset, actor: Actor, shownBy: readonly string[] = []): boolean {
  const code: PermissionCode = permissionCode(dataset, 'list');
  return holds(actor, code) || shownBy.some(other => holdsKept(actor, other));
}

/** Reports whether a row that the actor reaches, in a dataset the actor may list, holds a file. */
export async function isHeldWithinReach(
  engine: Engine,
  db: Db,
  actor: Actor,
  path: string,
): Promise<boolean> {
  const homes = homesOf(engine, actor, path);
  if (homes.length === 0) return false;
  return isTrue(db, sql.join(homes, sql` or `));
}

/**
 * Reports whether the actor may read a file with their current rights: pictures and documents in rows by the row's
 * scope; a file not yet in a row as its sender; files of jobs as the person who started them, or an administrator.
 * Throws `fileOutOfReach` if the actor has fewer permissions or less reach than when the file was made. `onJob`
 * receives the job of a readable file.
 */
export async function mayRead(
  engine: Engine,
  actor: Actor,
  file: StoredFile,
  onJob?: (job: Job) => void,
): Promise<boolean> {
  if (isShown(file)) {
    if (file.audience === audience.everybody) return true;
    if (file.audience === audience.sender) return isOwnFile(file, actor);
    return isHeldWithinReach(engine, engine.db, actor, file.path);
  }
  if (file.usage === 5 && (await isHeldWithinReach(engine, engine.db, actor, file.path))) return true;
  if (file.userId !== actor.userId && !actor.admin) return false;
  const job = await findJobOfFile(engine.db, file);
  if (job) {
    await assertMayReadJob(engine, job, actor);
    onJob?.(job);
  }
  return job !== undefined || actor.admin || isOwnFile(file, actor);
}
