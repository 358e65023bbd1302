import { z } from 'zod';
import { call } from '../../../calls/call.ts';
import { stepAnswer } from '../../../calls/step-calls.ts';
import { jobCall } from '../../../jobs/job-call.ts';
import { label } from '../../../kernel/label.ts';
import { limits } from '../../../limits.ts';
import { readLayout } from '../../../rules/room-layout.ts';
import { arrange } from '../arrange.ts';
import { arrangeExam, numberExam } from '../mock-exam.jobs.ts';
import { mockRoom } from '../mock-room.ts';
import { seat } from '../seat.ts';
import { ticket } from '../ticket.ts';

const id = z.coerce.number().int().positive();
const flag = z.coerce.number().int().min(0).max(1);

/**
 * Body of `POST /api/mock/aff/room/batch` (domain H9): a number of rooms with one layout, numbered after the last one.
 */
const roomsBody = z.object({
  examId: id,
  areaId: id,
  count: z.coerce.number().int().min(1).max(200),
  layout: z.string().refine(text => readLayout(text) !== undefined),
  building: z.string().trim().max(limits.shortName).nullish(),
  jointCategoryId: id.nullish(),
});

/** Body of `POST /api/mock/aff/arrange` (domain H10); the rule defaults to that of the area, else of the exam. */
const arrangeBody = z.object({ examId: id, areaId: id, ruleId: id.nullish() });

/**
 * Body of `POST /api/mock/aff/arrange/adjust`: gives the candidate the seat; a person sitting there gets the
 * candidate's.
 */
const adjustBody = z.object({ studentId: id, roomId: id, seatNo: z.coerce.number().int().min(1).max(600) });

/** Body of `POST /api/mock/aff/ticket/generate` (domain H12); without an area, all of them. */
const generateBody = z.object({ examId: id, areaId: id.nullish() });

/** Body of `POST /api/mock/aff/ticket/reset` (domain H12). */
const resetBody = z.object({ examId: id });

/** Body of `PUT /api/mock/aff/ticket/release` (domain H12); use `force` before the release time. */
const releaseBody = z.object({ examId: id, flag: flag.default(1), force: flag.default(0) });

/** One place of a room, with the person sitting there. */
const place = z.object({
  rowNo: z.int(),
  colNo: z.int(),
  /** Null: out of use. */
  seatNo: z.int().nullable(),
  studentId: z.int().nullable(),
  studentName: z.string().nullable(),
  agentName: z.string().nullable(),
  ticketNo: z.string().nullable(),
  conflictFlag: z.int(),
});

/** The current seats of a room (domain H11). */
const roomGrid = z.object({
  roomId: z.int(),
  roomNo: z.int(),
  roomName: z.string().nullable(),
  rows: z.int(),
  columns: z.int(),
  /** The arrangement is locked: seats cannot be changed. */
  locked: z.boolean(),
  seats: z.array(place),
});

/** The current seats of a room. */
export type RoomGrid = z.infer<typeof roomGrid>;

/** A candidate next to others of the same agency with earlier seats; counted once, as in arrangements. */
const conflict = z.object({
  roomId: z.int(),
  seatNo: z.int(),
  studentName: z.string(),
  agentName: z.string().nullable(),
  beside: z.array(z.object({ seatNo: z.int(), studentName: z.string() })),
});

/** The outcome of an arrangement by room, with adjacent candidates of one agency (domain section 10). */
const arrangedRooms = z.object({
  rooms: z.array(
    z.object({
      roomId: z.int(),
      roomNo: z.int(),
      roomName: z.string().nullable(),
      categoryNames: z.string().nullable(),
      /** Usable seats, and how many of them are taken. */
      capacity: z.int(),
      usedNum: z.int(),
      conflictNum: z.int(),
    }),
  ),
  conflicts: z.array(conflict),
});

/** The outcome of an arrangement, room by room. */
export type ArrangedRooms = z.infer<typeof arrangedRooms>;

/** The outcome of an arrangement (domain section 9). */
const arranged = z.object({
  arrangeId: z.int(),
  studentNum: z.int(),
  roomNum: z.int(),
  conflictNum: z.int(),
});

/** Further calls for numbers, rooms and seats of mock exams (domain 2.H, `/api/mock/aff/`). */
export const mockCalls = {
  addRooms: call(`POST ${mockRoom.path}/batch`, {
    once: true,
    of: mockRoom,
    label: label('批量新增考场', 'Add several rooms'),
    may: 'mock:room:add',
    body: roomsBody,
    data: z.object({ count: z.int(), from: z.int(), to: z.int() }),
    message: 'added',
    audit: 'add',
    fails: ['notFound', 'invalidFields', 'unmetNeeds'],
  }),
  arrange: call(`POST ${arrange.path}`, {
    once: true,
    of: arrange,
    label: label('执行编排', 'Arrange the seats of an area'),
    may: 'mock:arrange:execute',
    body: arrangeBody,
    data: arranged,
    audit: 'add',
    fails: ['notFound', 'unmetNeeds'],
  }),
  arrangeExam: jobCall(`POST ${arrange.path}/exam`, arrangeExam, ['notFound', 'unmetNeeds']),
  cancel: call(`DELETE ${arrange.path}`, {
    of: arrange,
    label: label('撤销编排', 'Cancel an arrangement'),
    may: 'mock:arrange:cancel',
    body: z.looseObject({}),
    data: stepAnswer,
    once: 'step',
    fails: ['notFound', 'notAllowedNow', 'staleVersion', 'unmetNeeds'],
  }),
  lock: call(`PUT ${arrange.path}/lock`, {
    replaces: true,
    of: arrange,
    label: label('锁定或解锁编排', 'Lock or unlock an arrangement'),
    may: 'mock:arrange:lock',
    body: z.looseObject({ flag: flag.default(1) }),
    data: stepAnswer,
    once: 'step',
    fails: ['notFound', 'notAllowedNow', 'staleVersion', 'unmetNeeds'],
  }),
  adjust: call(`POST ${arrange.path}/adjust`, {
    once: true,
    of: arrange,
    label: label('调整座位', 'Move a candidate to another seat'),
    may: 'mock:arrange:execute',
    body: adjustBody,
    data: z.object({ swapped: z.boolean(), conflictNum: z.int() }),
    audit: 'update',
    fails: ['notFound', 'unmetNeeds'],
  }),
  arrangedRooms: call(`GET ${arrange.path}/rooms`, {
    of: arrange,
    label: label('各考场编排结果', 'The rooms of an arrangement'),
    may: 'mock:arrange:list',
    query: z.object({ arrangeId: id }),
    data: arrangedRooms,
    fails: ['notFound'],
  }),
  roomGrid: call(`GET ${seat.path}/room`, {
    of: seat,
    label: label('考场座位图', 'The seats of a room'),
    may: 'mock:seat:list',
    query: z.object({ roomId: id }),
    data: roomGrid,
    fails: ['notFound'],
  }),
  generate: call(`POST ${ticket.path}/generate`, {
    once: true,
    of: ticket,
    label: label('生成准考证号', 'Assign ticket numbers'),
    may: 'mock:ticket:generate',
    body: generateBody,
    data: z.object({ count: z.int(), first: z.string().nullable(), last: z.string().nullable() }),
    audit: 'add',
    fails: ['notFound', 'unmetNeeds'],
  }),
  numberExam: jobCall(`POST ${ticket.path}/generate/exam`, numberExam, ['notFound', 'unmetNeeds']),
  reset: call(`POST ${ticket.path}/reset`, {
    of: ticket,
    label: label('重置准考证号', 'Reset ticket numbers'),
    may: 'mock:ticket:generate',
    body: resetBody,
    data: z.object({ count: z.int() }),
    audit: 'delete',
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds'],
  }),
  release: call(`PUT ${ticket.path}/release`, {
    of: ticket,
    label: label('发布或撤回准考证', 'Release or withdraw the tickets'),
    may: 'mock:ticket:release',
    body: releaseBody,
    data: z.object({ count: z.int() }),
    audit: 'update',
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds'],
  }),
};

/** Rooms to be added. */
export type RoomsAsk = z.output<typeof roomsBody>;

/** An area to arrange. */
export type ArrangeAsk = z.output<typeof arrangeBody>;

/** A seat to assign. */
export type AdjustAsk = z.output<typeof adjustBody>;

/** The candidates to number. */
export type GenerateAsk = z.output<typeof generateBody>;

/** An exam whose numbers are reset. */
export type ResetAsk = z.output<typeof resetBody>;

/** True if the tickets of an exam are to be seen. */
export type ReleaseAsk = z.output<typeof releaseBody>;
