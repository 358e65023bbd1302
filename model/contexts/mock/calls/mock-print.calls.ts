import { z } from 'zod';
import { call } from '../../../calls/call.ts';
import { label } from '../../../kernel/label.ts';
import { limits } from '../../../limits.ts';
import { printPage } from '../mock.codes.ts';
import { printTemplate } from '../print-template.ts';
import { ticket } from '../ticket.ts';

const id = z.coerce.number().int().positive();
const pageKey = z.enum(printPage.items.map(({ code }) => code));

/** The kinds of pages that may be printed of an exam (domain H13). */
export const printTypes = ['ticket', 'roomSeat', 'signSheet', 'doorLabel', 'deskLabel', 'guide'] as const;

/** Candidates by a comma list or a repeated key, as many as one print takes. */
const candidates = z.preprocess(
  (raw: readonly number[] | number | string | undefined) =>
    raw === undefined || raw === '' ? [] : Array.isArray(raw) ? raw : String(raw).split(','),
  z.array(id).max(limits.printMax),
);

/** Query of `GET /api/mock/aff/print` (domain H13): an exam, as a whole or by area, room, agency or candidates. */
const printQuery = z.object({
  type: z.enum(printTypes).default('ticket'),
  examId: id,
  areaId: id.optional(),
  agentId: id.optional(),
  roomId: id.optional(),
  studentIds: candidates.optional(),
  /** 1: only those that were printed and show something else by now. */
  changedFlag: z.coerce.number().int().min(0).max(1).optional(),
  templateKey: pageKey.optional(),
  /** Which of the parts of {@link limits.printMax} candidates each. */
  part: z.coerce.number().int().min(1).max(10_000).default(1),
});

const session = z.object({
  subjectName: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  fullScore: z.number(),
});

const printLook = z.object({
  templateKey: z.string(),
  templateName: z.string(),
  brandName: z.string().nullable(),
  brandColour: z.int(),
  logo: z.string().nullable(),
  sealImg: z.string().nullable(),
  paper: z.int(),
  perPage: z.int(),
  showPhoto: z.int(),
  showBarcode: z.int(),
  parts: z.array(z.int()),
  scoreUrl: z.string().nullable(),
  notice: z.string().nullable(),
});

const page = z.object({
  studentId: z.int(),
  /** Null if there is no number yet; such a candidate appears only on room sheets. */
  ticketNo: z.string().nullable(),
  studentName: z.string(),
  gender: z.int().nullable(),
  /** Masked, unless the template prints it whole (domain 0.7, 16). */
  idNo: z.string(),
  photo: z.string().nullable(),
  jointCategoryId: z.int(),
  categoryName: z.string(),
  agentName: z.string().nullable(),
  teacherName: z.string().nullable(),
  areaId: z.int(),
  areaName: z.string(),
  address: z.string(),
  mapImg: z.string().nullable(),
  roomId: z.int().nullable(),
  roomNo: z.int().nullable(),
  roomName: z.string().nullable(),
  building: z.string().nullable(),
  seatNo: z.int().nullable(),
  rowNo: z.int().nullable(),
  colNo: z.int().nullable(),
  sessions: z.array(session),
  /** Digest of what the ticket shows; null without a number. */
  digest: z.string().nullable(),
});

const room = z.object({
  roomId: z.int(),
  areaId: z.int(),
  areaName: z.string(),
  roomNo: z.int(),
  roomName: z.string().nullable(),
  building: z.string().nullable(),
  categoryNames: z.string().nullable(),
  usedNum: z.int(),
  /** True if the room's numbers are consecutive, so that a range identifies who sits here. */
  numbersRun: z.boolean(),
  rows: z.int(),
  columns: z.int(),
  /** Every place of the layout; those without a number are disabled. */
  places: z.array(z.object({ rowNo: z.int(), colNo: z.int(), seatNo: z.int().nullable() })),
});

const printData = z.object({
  exam: z.object({
    examId: z.int(),
    examName: z.string(),
    brandName: z.string().nullable(),
    partnersName: z.string(),
    examStartTime: z.string(),
    examEndTime: z.string(),
    notice: z.string().nullable(),
    /** True if its tickets are out. */
    released: z.boolean(),
  }),
  template: printLook,
  /** Number of requested candidates, in all parts. */
  total: z.int(),
  pages: z.array(page),
  /** Rooms of room sheets and of the guide. */
  rooms: z.array(room),
  /** Places of the guide. */
  areas: z.array(
    z.object({
      areaId: z.int(),
      areaNo: z.int(),
      areaName: z.string(),
      address: z.string(),
      contact: z.string().nullable(),
      phone: z.string().nullable(),
      mapImg: z.string().nullable(),
    }),
  ),
  /** The sessions of the exam, category by category. */
  schedule: z.array(z.object({ categoryName: z.string(), sessions: z.array(session) })),
});

/** The content of a page. */
export type PrintData = z.infer<typeof printData>;

/** A candidate as a page prints one. */
export type PrintTicket = PrintData['pages'][number];

/** A room as a page prints one. */
export type PrintRoom = PrintData['rooms'][number];

/** The question of a print page. */
export type PrintAsk = z.output<typeof printQuery>;

/** Body of `POST /api/mock/aff/print/log`. */
const logBody = z.object({
  examId: id,
  studentIds: z.array(id).min(1).max(limits.printMax),
  /** The content of each ticket, in the order of the candidates; without it, that of now. */
  digests: z
    .array(z.string().regex(/^[0-9a-f]{32}$/))
    .max(limits.printMax)
    .optional(),
});

/** Tickets that were printed. */
export type PrintLogAsk = z.output<typeof logBody>;

/** Calls of the print pages of mock exams (domain H13, section 5). */
export const mockPrintCalls = {
  data: call('GET /api/mock/aff/print', {
    of: printTemplate,
    label: label('打印数据', 'What a page prints'),
    may: 'mock:print:list',
    query: printQuery,
    data: printData,
    fails: ['notFound', 'unmetNeeds'],
  }),
  log: call('POST /api/mock/aff/print/log', {
    of: ticket,
    label: label('记录打印次数', 'Count printed tickets'),
    may: 'mock:print:list',
    body: logBody,
    data: z.object({ count: z.int() }),
    audit: 'download',
    fails: ['notFound'],
  }),
};
