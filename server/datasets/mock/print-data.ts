import type {
  PrintAsk,
  PrintData,
  PrintLogAsk,
  PrintRoom,
  PrintTicket,
} from '@yikao/model/calls/mock-print.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { ownCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { maskPersonal } from '@yikao/model/rules/mask.ts';
import { type PrintPageKey, shows, usualLooks } from '@yikao/model/rules/mock/print-templates.ts';
import {
  numberSeats,
  placeKey,
  readLayout,
  readPlaces,
  type SnakeMode,
} from '@yikao/model/rules/mock/room-layout.ts';
import { type SqlBool, sql } from 'kysely';
import { holds } from '../../engine/access.ts';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { readsWhole } from '../../engine/mask.ts';
import { scopeCondition } from '../../engine/scope.ts';
import { allOf, type Condition, type Db } from '../../engine/sql.ts';
import { refused } from './arrangement-rules.ts';

const { mockExam, mockRoom, mockStudent, ticket } = registry;

/** State of an exam from which on tickets are out (domain 3.7). */
const releasedState = 5;

interface ExamRow {
  readonly examId: number;
  readonly examName: string;
  readonly partnersId: number;
  readonly partnersName: string;
  readonly printTemplate: string | null;
  readonly examStartTime: Date;
  readonly examEndTime: Date;
  readonly notice: string | null;
  readonly examStatus: number;
}

async function examOf(db: Db, actor: Actor, examId: number): Promise<ExamRow> {
  const found = await sql<ExamRow>`
    select d.exam_id::integer as "examId", d.exam_name as "examName", d.partners_id::integer as "partnersId",
      p.partners_name as "partnersName", d.print_template as "printTemplate", d.exam_start_time as "examStartTime",
      d.exam_end_time as "examEndTime", d.notice, d.exam_status::integer as "examStatus"
    from t_mock_exam as d join t_partners as p on p.partners_id = d.partners_id
    where d.exam_id = ${examId} and not d.deleted and ${scopeCondition(mockExam, actor, 'd')}`.execute(db);
  const [exam] = found.rows;
  if (!exam) throw failure('notFound');
  return exam;
}

/** The template of a page: the partner's own, else that of the house, else what comes with the product. */
async function templateOf(db: Db, key: PrintPageKey, partnersId: number): Promise<PrintData['template']> {
  const found = await sql<PrintData['template']>`
    select template_key as "templateKey", template_name as "templateName", brand_name as "brandName",
      brand_colour::integer as "brandColour", logo, seal_img as "sealImg", paper::integer as paper,
      per_page as "perPage", show_photo::integer as "showPhoto", show_barcode::integer as "showBarcode",
      coalesce(parts, '{}')::integer[] as parts, notice
    from t_print_template
    where template_key = ${key} and partners_id in (0, ${partnersId}) and not deleted
    order by partners_id desc limit 1`.execute(db);
  return found.rows[0] ?? { ...usualLooks[key], parts: [...usualLooks[key].parts] };
}

type Session = PrintTicket['sessions'][number];

/** The sessions of an exam, category by category. */
async function scheduleOf(db: Db, examId: number) {
  const found = await sql<
    Omit<Session, 'startTime' | 'endTime' | 'fullScore'> & {
      jointCategoryId: number;
      categoryName: string;
      startTime: Date;
      endTime: Date;
      fullScore: string;
    }
  >`
    select i.joint_category_id::integer as "jointCategoryId", c.joint_category_name as "categoryName",
      i.subject_name as "subjectName", i.start_time as "startTime", i.end_time as "endTime",
      i.full_score::text as "fullScore"
    from t_exam_info as i join t_joint_category as c on c.joint_category_id = i.joint_category_id
      and c.data_year = i.data_year and c.province_id = i.province_id and not c.deleted
    where i.exam_id = ${examId} and not i.deleted
    order by i.joint_category_id, i.start_time, i.order_num`.execute(db);
  const schedule = new Map<number, { categoryName: string; sessions: Session[] }>();
  for (const { jointCategoryId, categoryName, startTime, endTime, fullScore, subjectName } of found.rows) {
    const own = schedule.get(jointCategoryId) ?? { categoryName, sessions: [] };
    schedule.set(jointCategoryId, own);
    own.sessions.push({
      subjectName,
      startTime: shanghaiTime(startTime),
      endTime: shanghaiTime(endTime),
      fullScore: Number(fullScore),
    });
  }
  return schedule;
}

/** The candidates asked for, as far as they are within reach, in the order in which they sit. */
async function candidatesAsked(
  db: Db,
  actor: Actor,
  { type, examId, areaId, agentId, roomId, studentIds = [], part }: PrintAsk,
) {
  const equal = (name: string, value: number | undefined): Condition[] =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(name)} = ${value}`];
  const where = allOf([
    sql<SqlBool>`s.exam_id = ${examId} and not s.deleted and s.reg_status = 1`,
    type === 'ticket' ? sql<SqlBool>`t.ticket_no is not null` : sql<SqlBool>`e.seat_no is not null`,
    ...equal('s.area_id', areaId),
    ...equal('s.agent_id', agentId),
    ...equal('e.room_id', roomId),
    ...(studentIds.length > 0 ? [sql<SqlBool>`s.student_id = any(${[...studentIds]}::bigint[])`] : []),
    scopeCondition(mockStudent, actor, 's'),
  ]);
  const found = await sql<Omit<PrintTicket, 'sessions' | 'categoryName'> & { total: number }>`
    select s.student_id::integer as "studentId", t.ticket_no as "ticketNo", s.student_name as "studentName",
      s.gender::integer as gender, s.id_no as "idNo", s.photo, s.joint_category_id::integer as "jointCategoryId",
      g.agent_name as "agentName", s.teacher_name as "teacherName", s.area_id::integer as "areaId",
      a.area_name as "areaName", a.address, a.map_img as "mapImg", r.room_id::integer as "roomId",
      r.room_no as "roomNo", r.room_name as "roomName", r.building, e.seat_no as "seatNo", e.row_no as "rowNo",
      e.col_no as "colNo", count(*) over ()::integer as total
    from t_mock_student as s
      join t_area as a on a.area_id = s.area_id
      left join t_ticket as t on t.exam_id = s.exam_id and t.student_id = s.student_id and not t.deleted
      left join t_seat as e on e.exam_id = s.exam_id and e.student_id = s.student_id and not e.deleted
      left join t_mock_room as r on r.room_id = e.room_id
      left join t_agent as g on g.agent_id = s.agent_id
    where ${where}
    order by s.area_id, r.room_no nulls last, e.seat_no, t.ticket_no
    limit ${limits.printMax} offset ${(part - 1) * limits.printMax}`.execute(db);
  const [first] = found.rows;
  const asked = new Set(studentIds).size;
  if (asked > found.rows.length) {
    // Whoever is not within reach is as somebody who is not there; the others lack what is to be printed.
    const there = await sql<{ n: number }>`
      select count(*)::integer as n from t_mock_student as s
      where s.exam_id = ${examId} and not s.deleted and s.student_id = any(${[...studentIds]}::bigint[])
        and ${scopeCondition(mockStudent, actor, 's')}`.execute(db);
    if ((there.rows[0]?.n ?? 0) < asked) throw failure('notFound');
    const lacking = asked - found.rows.length;
    throw type === 'ticket'
      ? refused(
          `${lacking} 名考生还没有准考证号，请先编号`,
          `${lacking} candidates have no number yet: give numbers first`,
        )
      : refused(
          `${lacking} 名考生还没有座位，请先编排`,
          `${lacking} candidates have no seat yet: arrange the seats first`,
        );
  }
  return { rows: found.rows, total: first?.total ?? 0 };
}

/** Rooms with their places, numbered as the arrangement numbered them (domain 4.2). */
async function roomsAsked(db: Db, actor: Actor, { examId, areaId, roomId }: PrintAsk): Promise<PrintRoom[]> {
  const found = await sql<
    Omit<PrintRoom, 'rows' | 'columns' | 'places'> & {
      layout: string;
      disabledSeats: string | null;
      mode: SnakeMode;
    }
  >`
    select r.room_id::integer as "roomId", r.area_id::integer as "areaId", a.area_name as "areaName",
      r.room_no as "roomNo", r.room_name as "roomName", r.building, r.layout, r.disabled_seats as "disabledSeats",
      (select count(*)::integer from t_seat as e where e.room_id = r.room_id and not e.deleted) as "usedNum",
      (select string_agg(distinct c.joint_category_name, '、')
        from t_seat as e join t_mock_student as s on s.student_id = e.student_id
          join t_joint_category as c on c.joint_category_id = s.joint_category_id and c.data_year = r.data_year
            and c.province_id = r.province_id and not c.deleted
        where e.room_id = r.room_id and not e.deleted) as "categoryNames",
      coalesce((select u.snake_mode from t_seat as e join t_arrange as n on n.arrange_id = e.arrange_id
        join t_mock_rule as u on u.rule_id = n.rule_id where e.room_id = r.room_id and not e.deleted limit 1), 1)::integer
        as mode
    from t_mock_room as r join t_area as a on a.area_id = r.area_id
      join t_exam_area as x on x.exam_id = r.exam_id and x.area_id = r.area_id and not x.deleted
    where r.exam_id = ${examId} and r.status = 1 and not r.deleted and ${scopeCondition(mockRoom, actor, 'r')}
      ${areaId === undefined ? sql`` : sql`and r.area_id = ${areaId}`}
      ${roomId === undefined ? sql`` : sql`and r.room_id = ${roomId}`}
    order by x.area_no, r.room_no`.execute(db);
  return found.rows.map(({ layout, disabledSeats, mode, ...room }) => {
    const heights = readLayout(layout) ?? [];
    const numbered = numberSeats(heights, mode, readPlaces(disabledSeats ?? '') ?? []);
    const numbers = new Map(numbered.map(seat => [placeKey(seat), seat.seatNo]));
    const places = numberSeats(heights, 3).map(({ row, column }) => ({
      rowNo: row,
      colNo: column,
      seatNo: numbers.get(placeKey({ row, column })) ?? null,
    }));
    return { ...room, rows: Math.max(0, ...heights), columns: heights.length, places };
  });
}

async function areasAsked(db: Db, { examId, areaId }: PrintAsk): Promise<PrintData['areas']> {
  const found = await sql<PrintData['areas'][number]>`
    select a.area_id::integer as "areaId", x.area_no as "areaNo", a.area_name as "areaName", a.address, a.contact,
      a.phone, a.map_img as "mapImg"
    from t_exam_area as x join t_area as a on a.area_id = x.area_id
    where x.exam_id = ${examId} and x.status = 1 and not x.deleted
      ${areaId === undefined ? sql`` : sql`and x.area_id = ${areaId}`}
    order by x.area_no`.execute(db);
  return found.rows;
}

/** Which template a kind of print uses where none is named. */
function usualPage(type: PrintAsk['type'], ofExam: string | null): PrintPageKey {
  if (type === 'guide') return 'printMkzn';
  // The column holds a code of this set, which the declaration of the exam sees to.
  return type === 'ticket' ? ((ofExam ?? 'print') as PrintPageKey) : 'roomSeat';
}

/**
 * Data of a print page (domain H13): at most {@link limits.printMax} candidates at once, those within the actor's
 * reach alone. Throws `notFound` for an exam or candidates out of reach, and `unmetNeeds` where somebody named has no
 * number or seat, and for an agency before tickets are out.
 */
export async function printData(engine: Engine, actor: Actor, ask: PrintAsk): Promise<PrintData> {
  const { db } = engine;
  const row = await examOf(db, actor, ask.examId);
  const released = row.examStatus >= releasedState;
  const guide = ask.type === 'guide';
  if (!guide && actor.agentId !== null && !released)
    throw refused('准考证还没有发布，发布后再打印', 'Tickets are not released yet: print them once they are');
  const template = await templateOf(
    db,
    ask.templateKey ?? usualPage(ask.type, row.printTemplate),
    row.partnersId,
  );
  const schedule = await scheduleOf(db, ask.examId);
  const { rows, total } = guide ? { rows: [], total: 0 } : await candidatesAsked(db, actor, ask);
  // Paper shows no more than the screen does: who may edit a template gives nobody a right by it.
  const reads = readsWhole(mockStudent, actor) || holds(actor, ownCode(mockStudent, 'idno'));
  const whole = shows(template, 'wholeId') && reads;
  return {
    exam: {
      examId: row.examId,
      examName: row.examName,
      brandName: template.brandName,
      partnersName: row.partnersName,
      examStartTime: shanghaiTime(row.examStartTime),
      examEndTime: shanghaiTime(row.examEndTime),
      notice: row.notice,
      released,
    },
    template,
    total,
    pages: rows.map(({ total: _, ...one }) => {
      const category = schedule.get(one.jointCategoryId);
      return {
        ...one,
        idNo: whole ? one.idNo : maskPersonal(one.idNo),
        categoryName: category?.categoryName ?? '',
        sessions: category?.sessions ?? [],
      };
    }),
    rooms: ask.type === 'ticket' ? [] : await roomsAsked(db, actor, ask),
    areas: guide ? await areasAsked(db, ask) : [],
    schedule: [...schedule.values()],
  };
}

/** Counts that tickets were printed, and when last (domain H12, 3.7). Throws `notFound` where one is out of reach. */
export async function logPrint(engine: Engine, actor: Actor, { examId, studentIds }: PrintLogAsk) {
  const keys = [...new Set(studentIds)];
  const done = await sql<{ n: number }>`
    with marked as (
      update t_ticket as t set print_num = t.print_num + 1, last_print_time = ${engine.clock.now()}
      where t.exam_id = ${examId} and t.student_id = any(${keys}::bigint[]) and not t.deleted
        and ${scopeCondition(ticket, actor, 't', 'write')}
      returning 1)
    select count(*)::integer as n from marked`.execute(engine.db);
  const count = done.rows[0]?.n ?? 0;
  if (count === 0) throw failure('notFound');
  return { count };
}
