import type { CodeCounts } from '@yikao/model/contexts/codes/codes.calls.ts';
import type { PermissionCode } from '@yikao/model/permissions.ts';

/** An action on many codes at once. */
export type BatchAction = 'issue' | 'assign' | 'extend' | 'void';

/** The states that each action takes (domain 3.4), and the right that it needs. */
const actions = {
  issue: { takes: ['unused'], may: 'card:code:batchUpdate' },
  assign: { takes: ['unused', 'issued', 'expired'], may: 'card:code:batchUpdate' },
  extend: { takes: ['unused', 'issued', 'expired'], may: 'card:code:batchUpdate' },
  void: { takes: ['unused', 'issued', 'expired'], may: 'card:code:cancel' },
} as const satisfies Record<
  BatchAction,
  { takes: readonly (keyof Omit<CodeCounts, 'owners'>)[]; may: PermissionCode }
>;

/** The actions that a person may take, in the order of the dialog. */
export function batchActionsFor(can: (code: PermissionCode) => boolean): BatchAction[] {
  return (['issue', 'assign', 'extend', 'void'] as const).filter(name => can(actions[name].may));
}

/** The number of counted codes in a state that the action takes. */
export function fittingOf(action: BatchAction, counts: CodeCounts): number {
  return actions[action].takes.reduce((sum, state) => sum + counts[state], 0);
}
