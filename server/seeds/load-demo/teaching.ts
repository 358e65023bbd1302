import { registry } from '@yikao/model/contexts/datasets.ts';
import { dataYear, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { readableCode } from '@yikao/model/rules/readable-code.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { isTrue } from '../../engine/table/sql.ts';
import { demoPictures } from '../demo/display.ts';
import { demoCourses, demoLectures, demoRegistrations, demoRooms } from '../demo/teaching.ts';
import { insertRows, insertStored, keysByName, type LoadContext } from '../load-rows.ts';

const { course, goods, lecture, lectureApply, lesson, live, liveRoomGoods, teacherPartners } = registry;

const dayMs = 86_400_000;

/** A time of the day that is so many days from now, in Asia/Shanghai. */
function timeOn(now: Date, inDays: number, time: string): string {
  return `${shanghaiTime(new Date(now.getTime() + inDays * dayMs)).slice(0, 10)} ${time}`;
}

/**
 * Courses with lessons, lectures with registrations and live rooms with goods (domain 7.3), without videos. Nothing is
 * added beside rows of people.
 */
export async function loadDemoTeaching(context: LoadContext): Promise<void> {
  if (
    await isTrue(
      context.db,
      sql`exists(select from t_course) or exists(select from t_lecture) or exists(select from t_live)`,
    )
  )
    return;
  await loadCourses(context);
  await loadLectures(context);
  await loadRooms(context);
}

async function loadCourses(context: LoadContext): Promise<void> {
  const teachers = [...(await keysByName(context.db, teacherPartners)).values()];
  const cover = Object.values(demoPictures)[0]?.path ?? null;
  const now = shanghaiTime(context.now);
  await insertStored(
    context,
    course,
    demoCourses.map(({ courseName, price, free, auditStatus, up }, at) => ({
      ...{ courseName, price, cover, courseType: 1, auditStatus, orderNum: at + 1, createTime: now },
      ...{ teacherId: teachers[at % Math.max(1, teachers.length)] ?? null, freeFlag: free ? 1 : 0 },
      ...{ upStatus: up ? 1 : 0, intro: '<p>演示数据</p>' },
    })),
  );
  const keys = await keysByName(context.db, course);
  await insertRows(
    context,
    lesson,
    demoCourses.flatMap(({ courseName, lessons }) =>
      lessons.map(([chapterName, lessonName], at) => ({
        ...{ courseId: keys.get(courseName), lessonName, orderNum: at + 1 },
        ...{ chapterName: chapterName || null, freeFlag: at === 0 ? 1 : 0 },
      })),
    ),
  );
  await insertStored(
    context,
    goods,
    demoCourses.flatMap(({ courseName, price, free, up }) =>
      up && !free
        ? [
            {
              ...{ goodsName: courseName, goodsType: 4, courseId: keys.get(courseName), price, cover },
              ...{ dataYear: dataYear(context.now), upStatus: 1, stock: -1, saleNum: 0, createTime: now },
            },
          ]
        : [],
    ),
  );
}

async function loadLectures(context: LoadContext): Promise<void> {
  const { now } = context;
  await insertRows(
    context,
    lecture,
    demoLectures.map(({ lectureName, teacherName, inDays, price, quota, online }, at) => ({
      ...{ lectureName, teacherName, price, quota, orderNum: at + 1, upStatus: 1, dataYear: dataYear(now) },
      lectureType: online ? 1 : 2,
      startTime: timeOn(now, inDays, '19:30:00'),
      // Today's is open for registration and check-in until late.
      endTime: timeOn(now, inDays, inDays === 0 ? '23:30:00' : '21:30:00'),
      address: online ? 'https://example.com/lecture' : '长沙市岳麓区示例路 1 号',
    })),
  );
  const today = (await keysByName(context.db, lecture)).get('校考院校选择');
  await insertStored(
    context,
    lectureApply,
    demoRegistrations.map(({ name, mobile, signed }) => ({
      ...{ lectureId: today, name, mobile, amount: '0.00', payStatus: 2, signCode: readableCode(12) },
      ...{ signFlag: signed ? 1 : 0, signTime: signed ? shanghaiTime(now) : null },
      createTime: timeOn(now, -3, '10:00:00'),
    })),
  );
}

async function loadRooms(context: LoadContext): Promise<void> {
  const teachers = [...(await keysByName(context.db, teacherPartners)).values()];
  const [anchorId] = teachers;
  if (anchorId === undefined) return;
  await insertStored(
    context,
    live,
    demoRooms.map(({ roomNo, title, inDays, platform }, at) => ({
      ...{ roomNo, title, platform, anchorId: teachers[at % teachers.length] ?? anchorId },
      planStartTime: timeOn(context.now, inDays, '19:30:00'),
      ...{ notice: '演示直播间', status: 1, liveStatus: 0, viewNum: 0, peakNum: 0 },
      createTime: shanghaiTime(context.now),
    })),
  );
  const rooms = await keysByName(context.db, live);
  const sold = await sql<Columns<typeof goods, 'goodsId' | 'price'>>`
    select goods_id, price from t_goods where up_status = 1 and not deleted
    order by goods_id limit 3`.execute(context.db);
  await insertStored(
    context,
    liveRoomGoods,
    sold.rows.map(({ goodsId, price }, at) => ({
      ...{ liveId: rooms.get(demoRooms[0].title), goodsId, livePrice: price, stock: 20, orderNum: at + 1 },
      ...{ upStatus: 1, createTime: shanghaiTime(context.now) },
    })),
  );
}
