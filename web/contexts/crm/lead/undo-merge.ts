import { leadMergeCalls } from '@yikao/model/contexts/crm/lead-merge.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { unlessRefused } from '../../../engine/api/unless-refused.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';

const { callRecord, lead, leadAssignLog, leadFollow, smsRecord } = registry;

/** Has everything loaded again that a merge of leads, or its undo, changes. */
export function refreshMerged(): Promise<void> {
  return refreshRows(lead, leadFollow, leadAssignLog, callRecord, smsRecord);
}

/** Undoes a merge, and says `done`; a refusal is shown by its own message. */
export async function undoMerge(mergeId: number, done: string): Promise<void> {
  await unlessRefused(async () => {
    await send(leadMergeCalls.undo, { body: { mergeId } });
    notice.success(done);
  });
  await refreshMerged();
}
