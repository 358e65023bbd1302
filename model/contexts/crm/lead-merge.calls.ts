import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { lead } from './lead.ts';
import { mergeCounts, mergedFields } from './rules/merge-leads.ts';

const id = z.coerce.number().int().positive();

/** Body of `POST /api/admin/mobile/merge`. */
const mergeBody = z.object({
  /** The lead that stays. */
  leadId: id,
  /** The leads that are merged into it. */
  ids: z
    .array(id)
    .min(mergeCounts.min - 1)
    .max(mergeCounts.max - 1),
  /** By field the lead whose value is kept; the default for fields without an entry. */
  choice: z.partialRecord(z.enum(mergedFields), id).optional(),
  /** The version of each lead that the person saw, by its id; leads without one are not checked. */
  versions: z.record(z.string(), z.int()).optional(),
});

/** Leads of one person to be merged. */
export type MergeAsk = z.output<typeof mergeBody>;

/** A merge that can be undone. */
const standing = z.object({
  mergeId: z.int(),
  /** Names of the leads that were merged into this one. */
  names: z.array(z.string()),
  time: z.string(),
  personName: z.string().nullable(),
  /** Until when it can be undone. */
  until: z.string(),
});

/** A merge that can be undone. */
export type StandingMerge = z.infer<typeof standing>;

/** Leads that are one person become one, and several again. */
export const leadMergeCalls = {
  merge: call(`POST ${lead.path}/merge`, {
    once: true,
    of: lead,
    label: label('合并线索', 'Merge leads'),
    may: 'crm:lead:merge',
    body: mergeBody,
    data: z.object({ leadId: z.int(), mergeId: z.int() }),
    fails: ['notFound', 'staleVersion', 'unmetNeeds'],
  }),
  undo: call(`POST ${lead.path}/merge/undo`, {
    once: true,
    of: lead,
    label: label('撤销合并线索', 'Undo a merge of leads'),
    may: 'crm:lead:merge',
    body: z.object({ mergeId: id }),
    data: z.object({ leadId: z.int(), count: z.int() }),
    fails: ['notFound', 'unmetNeeds', 'duplicate', 'lostReference'],
  }),
  standing: call(`GET ${lead.path}/merge/standing`, {
    of: lead,
    label: label('可撤销的线索合并', 'Merges of a lead that can be undone'),
    may: 'crm:lead:merge',
    query: z.object({ leadId: id }),
    data: z.array(standing),
  }),
} as const;
