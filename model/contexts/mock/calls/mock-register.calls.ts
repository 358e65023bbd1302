import { z } from 'zod';
import { call } from '../../../calls/call.ts';
import { label } from '../../../kernel/label.ts';
import { mockStudent } from '../mock-student.ts';

/** A registration code as typed, of an exam or of one of its agencies (domain 4.12). */
const regCode = z
  .string()
  .max(32)
  .transform(text => text.toUpperCase().replaceAll(/[\s-]/g, ''));

/** Body of `POST /api/mock/app/register/exam`. */
const lookBody = z.object({ regCode });

/** The exam of a registration. Times as `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
const openExam = z.object({
  examName: z.string(),
  provinceName: z.string(),
  dataYear: z.int(),
  regEndTime: z.string(),
  examStartTime: z.string(),
  examEndTime: z.string(),
  notice: z.string().nullable(),
  /** The agency that the code belongs to. */
  agentName: z.string().nullable(),
  areas: z.array(z.object({ areaId: z.int(), areaName: z.string(), address: z.string() })),
  categories: z.array(z.object({ jointCategoryId: z.int(), jointCategoryName: z.string() })),
});

/** Body of `POST /api/mock/app/register`: the fields of a candidate, which the dataset checks, and the code. */
const registerBody = z.looseObject({ regCode });

/** A registration that was taken in, with its order. */
const registered = z.object({
  studentId: z.int(),
  /** 0 to be paid, 1 registered. */
  regStatus: z.int(),
  orderNo: z.string(),
  amount: z.string(),
  /** Time at which an unpaid order is closed; null if it stays open. */
  expireTime: z.string().nullable(),
});

const signed = {
  of: mockStudent,
  may: 'public',
  limit: { name: 'mock-register', per: 'address', max: 600, windowMs: 60_000 },
} as const;

/**
 * Calls by which candidates register with the code of an exam or agency (domain H7, 3.7). The consumer apps make them,
 * signed in the same way as visits (0.7, 13).
 */
export const mockRegisterCalls = {
  exam: call('POST /api/mock/app/register/exam', {
    ...signed,
    label: label('凭报名码查询考试(应用密钥签名)', 'The exam of a registration code (signed by an app)'),
    reads: true,
    body: lookBody,
    data: openExam,
    fails: ['wrongSignature', 'unmetNeeds'],
  }),
  register: call('POST /api/mock/app/register', {
    ...signed,
    label: label('考生凭报名码报名(应用密钥签名)', 'Register with a code (signed by an app)'),
    body: registerBody,
    data: registered,
    fails: ['wrongSignature', 'unmetNeeds', 'invalidFields'],
  }),
};

/** The exam that a code opens. */
export type OpenExam = z.infer<typeof openExam>;

/** The details that a candidate gives. */
export type RegisterAsk = z.output<typeof registerBody>;

/** A registration that was taken in. */
export type Registered = z.infer<typeof registered>;
