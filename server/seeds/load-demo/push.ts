import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { isTrue } from '../../engine/table/sql.ts';
import { demoPictures } from '../demo/display.ts';
import {
  demoPhones,
  demoPushApps,
  demoPushTasks,
  demoTtAccounts,
  demoTtCourses,
  demoTtMounts,
} from '../demo/push.ts';
import { insertStored, keysByName, type LoadContext } from '../load-rows.ts';

const { course, pushApp, pushDevice, pushTask, pushRecord, ttAccount, ttCourse, ttMount } = registry;

const hourMs = 3_600_000;

/** Candidates of the demo who have the app. */
const mostDevices = 120;

/**
 * Push apps, the devices of candidates, tasks, and accounts of Douyin with their mounts (domain 2.K, 2.N). Nothing is
 * added beside rows of people. Pushes are simulated, and no account has a token.
 */
export async function loadDemoPush(context: LoadContext): Promise<void> {
  const { db, now } = context;
  if (await isTrue(db, sql`exists(select from t_push_app) or exists(select from t_tt_account)`)) return;
  const createTime = shanghaiTime(now);
  const at = (hours: number) => shanghaiTime(new Date(now.getTime() + hours * hourMs));
  const apps = await insertStored(
    context,
    pushApp,
    // No vendor is asked, so nothing is secret.
    demoPushApps.map(app => ({ ...app, appSecret: '', createTime })),
  );
  const devices = await loadDevices(context, apps);
  const tasks = await insertStored(
    context,
    pushTask,
    demoPushTasks.map(({ sent, ...task }) => ({
      ...{ ...task, appIds: apps, audience: null, createTime: at(-72) },
      ...(sent && {
        ...{
          pushStatus: 4,
          targetNum: devices.length,
          sentNum: devices.length,
          buildTime: at(-71),
          runNo: 1,
        },
        ...{ successNum: devices.length - 2, failNum: 2, doneTime: at(-70) },
      }),
    })),
  );
  await insertStored(
    context,
    pushRecord,
    devices.map(({ deviceId, appId, userId }, place) => ({
      ...{ taskId: tasks[0] ?? 0, appId, deviceId, userId, sendTime: at(-70), createTime: at(-71) },
      ...(place < 2
        ? { sendStatus: 2, errorMsg: '设备令牌已失效' }
        : { sendStatus: 1, ...(place % 4 === 0 && { clicked: 1, clickTime: at(-69) }) }),
    })),
  );
  await loadDouyin(context, at);
}

async function loadDevices({ db, now }: LoadContext, apps: readonly number[]) {
  const people = await sql<Columns<typeof registry.wishUser, 'userId' | 'provinceId'>>`
    select user_id, province_id from t_wish_user where not deleted order by user_id limit ${mostDevices}`.execute(
    db,
  );
  const devices = people.rows.map(({ userId, provinceId }, place) => ({
    ...{ appId: apps[place % apps.length] ?? 0, userId, provinceId, token: `demo-device-${place}` },
    ...{
      platform: place % 2 === 0 ? 1 : 3,
      model: demoPhones[place % demoPhones.length],
      appVersion: '3.2.0',
    },
    ...{ tags: place % 3 === 0 ? '美术' : '', deviceStatus: place < 2 ? 0 : 1, chosen: 1 },
    lastActiveTime: shanghaiTime(new Date(now.getTime() - place * 5 * hourMs)),
    createTime: shanghaiTime(new Date(now.getTime() - (place + 200) * 5 * hourMs)),
  }));
  const keys = await insertStored({ db, now }, pushDevice, devices);
  return devices.map(({ appId, userId }, place) => ({ appId, userId, deviceId: keys[place] ?? 0 }));
}

async function loadDouyin(context: LoadContext, at: (hours: number) => string): Promise<void> {
  const [first = 0] = await insertStored(
    context,
    ttAccount,
    demoTtAccounts.map(({ days, ...account }) => ({
      ...{
        ...account,
        scopes: 'user_info,ma.self_mount_video.apply',
        authTime: at(-72),
        createTime: at(-72),
      },
      expireTime: at(days * 24),
    })),
  );
  await insertStored(
    context,
    ttMount,
    demoTtMounts.map((mount, place) => ({
      ...{ ...mount, accountId: first, mountType: 3, path: 'pages/course/detail?id=8', createTime: at(-48) },
      ...(mount.mountStatus !== 0 && { submitTime: at(-47) }),
      ...(mount.mountStatus === 4 && { onlineTime: at(-46), itemId: `71234567890${place}` }),
    })),
  );
}

/** Courses of the demo as goods of Douyin (domain K2). Nothing is added beside rows of people. */
export async function loadDemoDouyinCourses(context: LoadContext): Promise<void> {
  const { db, now } = context;
  if (await isTrue(db, sql`exists(select from t_tt_course)`)) return;
  const keys = await keysByName(db, course);
  const images = Object.values(demoPictures)
    .slice(0, 1)
    .map(({ path }) => path);
  const createTime = shanghaiTime(new Date(now.getTime() - 48 * hourMs));
  await insertStored(
    context,
    ttCourse,
    demoTtCourses.flatMap(({ courseName, ...row }) => {
      const courseId = keys.get(courseName);
      if (courseId === undefined) return [];
      const sent = row.auditStatus !== 0 && { submitTime: createTime };
      return [{ ...row, ...sent, courseId, images, createTime }];
    }),
  );
}
