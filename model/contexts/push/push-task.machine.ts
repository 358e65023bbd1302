import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/**
 * A push task (domain 3.9). A job builds the list of devices; messages of the outbox send it batch by batch. Paused,
 * resumed or failed, it goes on after the last batch that was settled, so that no device gets the push twice.
 */
export const pushTaskSteps = defineSteps(
  registry.pushTask,
  'pushStatus',
  {
    start: 'draft',
    end: ['done', 'cancelled'],
    edit: { draft: 'all', built: { fields: 'all', step: 'reopen' } },
    delete: ['draft', 'built', 'done', 'cancelled', 'failed'],
  },
  {
    build: {
      move: { draft: 'building', failed: 'building' },
      label: label('生成名单', 'Make the list'),
      needs: {
        apps: [({ appIds }) => (appIds ?? []).length > 0, label('请先选择推送应用', 'Choose the apps first')],
        unbuilt: [
          ({ targetNum }) => targetNum === 0,
          label('名单已生成，请直接分发', 'The list is already made; send it instead'),
        ],
      },
      ask: label('按人群条件生成推送名单', 'Builds the list of devices from the audience conditions'),
      alias: ['POST /build'],
    },
    finishBuild: {
      move: { building: ['built', 'failed'] },
      label: label('名单已生成', 'List made'),
      by: ['step'],
    },
    failBuild: {
      move: { building: 'failed' },
      label: label('生成名单失败', 'The list could not be made'),
      by: ['step'],
      form: { errorMsg: 'required' },
    },
    reopen: {
      move: { built: 'draft' },
      label: label('退回草稿', 'Back to draft'),
      may: 'update',
      by: ['person', 'step'],
      ask: label('已生成的名单将清除', 'The list that was made is discarded'),
    },
    distribute: {
      move: { built: 'distributing', failed: 'distributing' },
      label: label('分发', 'Send'),
      by: ['person', 'clock'],
      due: 'dueTime',
      needs: {
        list: [
          ({ targetNum }) => targetNum > 0,
          label('还没有推送名单，请先生成', 'There is no list yet: make it first'),
        ],
      },
      ask: label('开始推送，每台设备只会收到一次', 'The push starts; each device receives it only once'),
      alias: ['POST /distribute'],
    },
    pause: {
      move: { distributing: 'paused' },
      label: label('暂停', 'Pause'),
      may: 'distribute',
      ask: label(
        '正在发送的一批发完后停止，之后可以继续',
        'It stops after the current batch and can be continued later',
      ),
      alias: ['POST /pause'],
    },
    resume: {
      move: { paused: 'distributing' },
      label: label('继续分发', 'Go on'),
      may: 'distribute',
      ask: label('只推送还没有发送的设备', 'Sends only to devices that have not received it yet'),
      alias: ['POST /resume'],
    },
    finish: { move: { distributing: 'done' }, label: label('分发完成', 'Sent'), by: ['step'] },
    fail: {
      move: { distributing: 'failed' },
      label: label('分发失败', 'Sending failed'),
      by: ['step'],
      form: { errorMsg: 'required' },
    },
    cancel: {
      move: {
        draft: 'cancelled',
        built: 'cancelled',
        distributing: 'cancelled',
        paused: 'cancelled',
        failed: 'cancelled',
      },
      label: label('取消', 'Cancel'),
      danger: true,
      ask: label(
        '还没有发送的设备不再推送；不能恢复',
        'Devices that have not received it yet get nothing. This cannot be undone',
      ),
      alias: ['POST /cancel'],
    },
  },
);
