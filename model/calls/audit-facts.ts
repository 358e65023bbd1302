import { z } from 'zod';

/** Facts of a call that the audit log keeps besides what was sent: names as they were, numbers of rows, its job. */
export const auditFacts = z.object({
  /** The person's name. */
  person: z.string().optional(),
  /** Names of the first rows concerned, in both languages. */
  rows: z.array(z.object({ zh: z.string(), en: z.string() })).optional(),
  /** Rows concerned. */
  count: z.number().optional(),
  /** Names of the rows that sent references point to, by field. */
  names: z.record(z.string(), z.string()).optional(),
  /** The job that the call started, as it is by now. */
  job: z
    .object({
      id: z.number(),
      op: z.string(),
      status: z.string(),
      batch: z.string().nullable(),
      total: z.number().nullable(),
      success: z.number(),
      inserted: z.number(),
      updated: z.number(),
      same: z.number(),
      failed: z.number(),
    })
    .optional(),
});

/** See {@link auditFacts}. */
export type AuditFacts = z.infer<typeof auditFacts>;

/** Facts as the log has them; none for a line without, or one of an earlier version. */
export function readAuditFacts(text: unknown): AuditFacts {
  if (typeof text !== 'string') return {};
  try {
    return auditFacts.catch({}).parse(JSON.parse(text));
  } catch {
    return {};
  }
}
