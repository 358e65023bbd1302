import { registry } from '@yikao/model/contexts/datasets.ts';
import type {
  PrintAsk,
  PrintData,
  PrintLogAsk,
  PrintRoom,
  PrintTicket,
} from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { mockExamStatus, mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { type PrintPageKey, shows, usualLooks } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { maskPersonal } from '@yikao/model/rules/mask.ts';
import {
  numberSeats,
  placeKey,
  readLayout,
  readPlaces,
  type SnakeMode,
} from '@yikao/model/rules/room-layout.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { readsWhole } from '../../../engine/read/mask.ts';
import { holds } from '../../../engine/scope/access.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { allOf, type Condition, countFrom, type Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { enabled } from '../../shared/enabled.ts';
import { refused } from '../seats/arrangement-rules.ts';
import { changedSincePrint, recordPrints, ticketDigest } from './ticket-figure.ts';

const mockRegIs = codesOf(mockRegStatus);

const { mockExam, mockRoom, mockStudent, ticket } = registry;

/** State of an exam from which on tickets are out (domain 3.7). */
const releasedState = mockExamStatus.is.released;

type ExamRow = Columns<
  typeof mockExam,
  | 'examId'
  | 'examName'
  | 'partnersId'
  | 'printTemplate'
  | 'examStartTime'
  | 'examEndTime'
  | 'notice'
  | 'examStatus'
> &
  Columns<typeof registry.partners, 'partnersName'>;

async function examOf(db: Db, actor: Actor, examId: number): Promise<ExamRow> {
  const found = await sql<ExamRow>`
    select d.exam_id, d.exam_name, d.partners_id, p.partners_name, d.print_template, d.exam_start_time,
      d.exam_end_time, d.notice, d.exam_status
    from t_mock_exam as d join t_partners as p on p.partners_id = d.partners_id
    where d.exam_id = ${examId} and not d.deleted and ${scopeCondition(mockExam, actor, 'd')}`.execute(db);
  const [exam] = found.rows;
  if (!exam) throw failure('notFound');
  return exam;
}

/** The template of a page: the partner's own, else the house's, else the built-in one. */
async function templateOf(db: Db, key: PrintPageKey, partnersId: number): Promise<PrintData['template']> {
  const found = await sql<PrintData['template']>`
    select template_key, template_name, brand_name, brand_colour, logo, seal_img, paper, per_page, show_photo,
      show_barcode,
      coalesce(parts, '{}')::integer[] as parts, score_url, notice
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
    select i.joint_category_id, c.joint_category_name as category_name, i.subject_name, i.start_time,
      i.end_time, i.full_score
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

/** The requested candidates within reach, in seat order. */
async function candidatesAsked(
  db: Db,
  actor: Actor,
  { type, examId, areaId, agentId, roomId, studentIds = [], changedFlag, part }: PrintAsk,
) {
  const equal = (name: string, value: number | undefined): Condition[] =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(name)} = ${value}`];
  const where = allOf([
    sql<SqlBool>`s.exam_id = ${examId} and not s.deleted and s.reg_status = ${mockRegIs.registered}`,
    type === 'ticket' ? sql<SqlBool>`t.ticket_no is not null` : sql<SqlBool>`e.seat_no is not null`,
    ...equal('s.area_id', areaId),
    ...equal('s.agent_id', agentId),
    ...equal('e.room_id', roomId),
    ...(changedFlag === undefined ? [] : [sql<SqlBool>`${changedSincePrint('t')} = ${changedFlag}`]),
    ...(studentIds.length > 0 ? [sql<SqlBool>`s.student_id = any(${[...studentIds]}::bigint[])`] : []),
    scopeCondition(mockStudent, actor, 's'),
  ]);
  const found = await sql<Omit<PrintTicket, 'sessions' | 'categoryName'> & { total: number }>`
    select s.student_id, t.ticket_no, s.student_name, s.gender, s.id_no, s.photo, s.joint_category_id,
      g.agent_name, s.teacher_name, s.area_id, a.area_name, a.address, a.map_img, r.room_id, r.room_no,
      r.room_name, r.building, e.seat_no, e.row_no,
      e.col_no, ${ticketDigest('t')} as digest, count(*) over ()::integer as total
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
    // Candidates out of reach count as missing; the others lack printable data.
    const there = await countFrom(
      db,
      sql`t_mock_student as s
        where s.exam_id = ${examId} and not s.deleted and s.student_id = any(${[...studentIds]}::bigint[])
          and ${scopeCondition(mockStudent, actor, 's')}`,
    );
    if (there < asked) throw failure('notFound');
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
    select r.room_id, r.area_id, a.area_name, r.room_no, r.room_name, r.building, r.layout, r.disabled_seats,
      (select count(*)::integer from t_seat as e where e.room_id = r.room_id and not e.deleted) as used_num,
      (select count(*) = count(s.ticket_no) and not exists (
          select 1 from t_mock_student as o
          where o.exam_id = r.exam_id and not o.deleted and o.reg_status = ${mockRegIs.registered}
            and o.ticket_no collate "C" between min(s.ticket_no collate "C") and max(s.ticket_no collate "C")
            and not exists (
              select 1 from t_seat as here where here.student_id = o.student_id and here.room_id = r.room_id
                and not here.deleted))
        from t_seat as e join t_mock_student as s on s.student_id = e.student_id
        where e.room_id = r.room_id and not e.deleted) as numbers_run,
      (select string_agg(distinct c.joint_category_name, '、')
        from t_seat as e join t_mock_student as s on s.student_id = e.student_id
          join t_joint_category as c on c.joint_category_id = s.joint_category_id and c.data_year = r.data_year
            and c.province_id = r.province_id and not c.deleted
        where e.room_id = r.room_id and not e.deleted) as category_names,
      coalesce((select u.snake_mode from t_seat as e join t_arrange as n on n.arrange_id = e.arrange_id
        join t_mock_rule as u on u.rule_id = n.rule_id where e.room_id = r.room_id and not e.deleted limit 1), 1)::integer
        as mode
    from t_mock_room as r join t_area as a on a.area_id = r.area_id
      join t_exam_area as x on x.exam_id = r.exam_id and x.area_id = r.area_id and not x.deleted
    where r.exam_id = ${examId} and r.status = ${enabled} and not r.deleted
      and ${scopeCondition(mockRoom, actor, 'r')}
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
    select a.area_id, x.area_no, a.area_name, a.address, a.contact, a.phone, a.map_img
    from t_exam_area as x join t_area as a on a.area_id = x.area_id
    where x.exam_id = ${examId} and x.status = ${enabled} and not x.deleted
      ${areaId === undefined ? sql`` : sql`and x.area_id = ${areaId}`}
    order by x.area_no`.execute(db);
  return found.rows;
}

/** The default template of a kind of print. */
function usualPage(type: PrintAsk['type'], ofExam: string | null): PrintPageKey {
  if (type === 'guide') return 'printMkzn';
  // The column stores a code of this set, as the exam's declaration ensures.
  return type === 'ticket' ? ((ofExam ?? 'print') as PrintPageKey) : 'roomSeat';
}

/**
 * Data of a print page (domain H13): at most {@link limits.printMax} candidates at once, all within the actor's reach.
 * Throws `notFound` for an exam or candidates out of reach, and `unmetNeeds` if a named candidate has no number or
 * seat, and for an agency before tickets are released.
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
  // Paper shows no more than the screen: editing a template grants no rights.
  const reads = readsWhole(mockStudent, actor) || holds(actor, 'mock:student:idno');
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

/**
 * Records that tickets were printed, when, and what they showed (domain H12, 3.7). Throws `notFound` if one is out of
 * reach.
 */
export function logPrint(engine: Engine, actor: Actor, { examId, studentIds, digests = [] }: PrintLogAsk) {
  const digestOf = new Map(studentIds.map((studentId, at) => [studentId, digests[at]]));
  const now = engine.clock.now();
  return transact(engine.db, async db => {
    const marked = await sql<Columns<typeof ticket, 'ticketId' | 'studentId'>>`
      update t_ticket as t set print_num = t.print_num + 1, last_print_time = ${now}
      where t.exam_id = ${examId} and t.student_id = any(${[...digestOf.keys()]}::bigint[]) and not t.deleted
        and ${scopeCondition(ticket, actor, 't', 'write')}
      returning t.ticket_id, t.student_id`.execute(db);
    if (marked.rows.length === 0) throw failure('notFound');
    await recordPrints(
      db,
      marked.rows.map(({ ticketId, studentId }) => ({ ticketId, digest: digestOf.get(studentId) })),
      now,
    );
    return { count: marked.rows.length };
  });
}
