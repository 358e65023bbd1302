import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps, type Moment } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

const notHeld = label('该激活码正在退款，不能操作', 'The code is held by a refund and cannot be used');

const inTime = [
  ({ codeExpireTime }: { readonly codeExpireTime: string }, { now }: Moment) => codeExpireTime > now,
  label('激活码已过期', 'The code has expired'),
] as const;

/**
 * Conditions of every step that uses a code: hands it out, lengthens or moves it. Each road asks the same
 * (`server/contexts/codes/code-guard.ts`); only what takes codes back goes without them.
 */
const usable = {
  free: [({ refundNo }: { readonly refundNo: string | null }) => refundNo === null, notHeld],
  owned: label(
    '合伙人已停用，其激活码不能再发放、续期或转出转入',
    'The partner is disabled; its codes can no longer be issued, extended or moved from or to it',
  ),
  valid: label('该批激活码已作废', 'The codes of this rule are voided'),
  kept: label('该批激活码正在办理作废，不能操作', 'The codes of this rule are about to be voided'),
} as const;

/**
 * The life of an activation code (domain 3.4). It is issued, activated once, and expires by the clock. Voiding an
 * activated one takes two people, since its entitlement goes with it.
 */
export const cardCodeSteps = defineSteps(
  registry.cardCode,
  'codeStatus',
  { start: 'unused', end: ['voided'] },
  {
    issue: {
      move: { unused: 'issued' },
      label: label('发放', 'Issue'),
      may: 'batchUpdate',
      by: ['person', 'step'],
      needs: {
        inTime,
        ...usable,
      },
      ask: label('发放后即可交给考生激活', 'Once issued, they can be given to candidates to activate'),
      bulk: 'each',
    },
    activate: {
      move: { unused: 'activated', issued: 'activated' },
      label: label('激活', 'Activate'),
      by: ['person', 'vendor'],
      form: { userId: 'required' },
      needs: {
        inTime,
        free: usable.free,
        valid: usable.valid,
        kept: usable.kept,
        // Who was given a code keeps its worth, whatever becomes of the partner.
        handedOut: label(
          '合伙人已停用，其未发放的激活码不能激活',
          'The partner is disabled; codes of it that were never issued cannot be activated',
        ),
      },
      ask: label(
        '激活后立即开通权益，激活码不能再用',
        'The entitlement starts at once, and the code cannot be used again',
      ),
    },
    void: {
      move: { unused: 'voided', issued: 'voided', expired: 'voided' },
      label: label('作废', 'Void'),
      may: 'cancel',
      by: ['person', 'step'],
      form: { cancelReason: 'required' },
      needs: { free: [({ refundNo }) => refundNo === null, notHeld] },
      ask: label('作废后不能恢复', 'This cannot be undone'),
      danger: true,
      bulk: 'each',
    },
    askForce: {
      move: { activated: 'activated' },
      label: label('申请强制作废', 'Request forced voiding'),
      may: 'cancel',
      form: { cancelReason: 'required' },
      needs: {
        once: [
          ({ forceAskedBy }) => forceAskedBy === null,
          label(
            '已有人申请，请另一人确认',
            'It has already been requested: another person has to confirm it',
          ),
        ],
      },
      ask: label(
        '需另一人确认；确认后收回考生的权益',
        "Another person has to confirm it; the candidate's entitlement is then revoked",
      ),
      danger: true,
    },
    force: {
      move: { activated: 'voided' },
      label: label('确认强制作废', 'Confirm voiding'),
      may: 'cancel',
      by: ['person'],
      fourEyes: 'forceAskedBy',
      byHouse: true,
      needs: {
        asked: [
          ({ forceAskedBy }) => forceAskedBy !== null,
          label('请先由另一人申请强制作废', 'Another person has to request it first'),
        ],
      },
      ask: label(
        '收回考生由此获得的权益，不能恢复',
        'The entitlement from this code is revoked. This cannot be undone',
      ),
      danger: true,
    },
    dropForce: {
      move: { activated: 'activated' },
      label: label('撤销强制作废申请', 'Withdraw the request'),
      may: 'cancel',
      needs: {
        asked: [
          ({ forceAskedBy }) => forceAskedBy !== null,
          label('没有待确认的申请', 'There is no request to confirm'),
        ],
      },
    },
    expire: {
      move: { unused: 'expired', issued: 'expired' },
      label: label('过期', 'Expire'),
      by: ['clock'],
      due: 'codeExpireTime',
    },
    extend: {
      move: { unused: 'unused', issued: 'issued', expired: ['unused', 'issued'] },
      label: label('修改有效期', 'Change expiry'),
      may: 'batchUpdate',
      form: { codeExpireTime: 'required' },
      needs: usable,
      ask: label('已过期的激活码恢复为过期前的状态', 'Expired codes return to the state they had before'),
      bulk: 'each',
    },
    assign: {
      move: { unused: ['unused', 'issued'], issued: 'issued', expired: 'expired' },
      label: label('调整归属', 'Change owner or channel'),
      may: 'batchUpdate',
      form: { partnersId: 'optional', channelId: 'optional', remark: 'optional' },
      /** Issues them to their new owner in the same step, so that none is handed out that could not be moved. */
      inputs: { issue: field.yesNo({ label: label('同时发放', 'Issue them too'), default: 0 }) },
      needs: usable,
      bulk: 'each',
    },
    edit: {
      label: label('编辑', 'Edit'),
      may: 'update',
      form: { channelId: 'optional', codeExpireTime: 'optional', remark: 'optional' },
      alias: ['POST /update'],
    },
    hold: {
      label: label('退款占用', 'Hold for a refund'),
      by: ['step'],
      form: { refundNo: 'required' },
    },
    release: { label: label('解除占用', 'Release'), by: ['step'] },
    refund: {
      move: { unused: 'voided', issued: 'voided', expired: 'voided' },
      label: label('退款作废', 'Void by a refund'),
      by: ['step'],
    },
  },
);
