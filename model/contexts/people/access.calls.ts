import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { plainMobile } from '../../fields/mobile.ts';
import { label } from '../../kernel/label.ts';

/**
 * A question about access: a person, by number or by the mobile number, which an applicant who has no
 * account yet has too; and a page (`menu`), a dataset with an action, one of its rows (`key`), the address of a call
 * (`path`), or nothing but the login (`login`).
 */
export const explainBody = z.object({
  userId: keyValue.optional(),
  mobile: z.string().trim().min(1).max(64).overwrite(plainMobile).optional(),
  login: z.literal(true).optional(),
  menu: z.string().trim().max(128).optional(),
  dataset: z.string().trim().max(64).optional(),
  action: z.string().trim().max(32).default('list'),
  key: keyValue.optional(),
  path: z.string().trim().max(255).optional(),
});

/** The rules of access in the order of checking; the first refusal decides. */
export const accessRules = [
  'application',
  'account',
  'organisation',
  'lock',
  'password',
  'secondFactor',
  'roles',
  'page',
  'action',
  'permission',
  'row',
  'scope',
] as const;

/** One of {@link accessRules}. */
export type AccessRule = (typeof accessRules)[number];

/** A role, and whether it grants the permission in question. */
const roleGrant = z.object({
  roleId: z.number(),
  roleName: z.string(),
  /** The person has the role. */
  held: z.boolean(),
  /** The role is switched on. */
  enabled: z.boolean(),
});

/** The verdict of one rule. */
const accessStep = z.object({
  rule: z.enum(accessRules),
  passed: z.boolean(),
  /** One sentence, in the language of the request. */
  text: z.string(),
  /** Roles that grant it, including ones the person does not have. */
  roles: z.array(roleGrant),
});

/** See {@link accessStep}. */
export type AccessStep = z.infer<typeof accessStep>;

/** The reasons why a person can or cannot see something. */
export const explanation = z.object({
  allowed: z.boolean(),
  /** The person concerned; an applicant without an account has no id and is named by mobile number. */
  user: z.object({ userId: z.number().nullable(), userName: z.string(), nickName: z.string() }),
  /** Name of the subject; blank for the login itself. */
  about: z.string(),
  /** The rules checked, up to and including the one that refused. */
  steps: z.array(accessStep),
});

/** See {@link explanation}. */
export type Explanation = z.infer<typeof explanation>;

/** "Why can I not see this?", for administrators. */
export const accessCalls = {
  explain: call('POST /api/admin/access/explain', {
    of: 'access',
    label: label('访问诊断', 'Why can I not see this?'),
    may: 'sys:access:explain',
    chooses: [{ of: 'adminUser' }],
    body: explainBody,
    data: explanation,
  }),
} as const;
