import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';
import { crawlerSwitch } from './crawler.codes.ts';

/**
 * Runs of a crawler task (domain 3.13). A start locks the row, so that a task has one run on all nodes; its job reads
 * the pages. A stop asks the job, which looks between two pages. The third failure in a row switches the task off.
 */
export const crawlerTaskSteps = defineSteps(
  registry.crawlerTask,
  'crawlStatus',
  {
    start: 'idle',
    end: [],
    edit: { idle: 'all', done: 'all', failed: 'all', stopped: 'all' },
    delete: ['idle', 'done', 'failed', 'stopped'],
  },
  {
    start: {
      move: { idle: 'running', done: 'running', failed: 'running', stopped: 'running' },
      label: label('运行', 'Run'),
      by: ['person', 'clock'],
      due: 'nextRunTime',
      needs: {
        on: [
          ({ status }) => status === crawlerSwitch.is.on,
          label('任务已停用，请先启用', 'The task is disabled; enable it first'),
        ],
      },
      alias: ['POST /start'],
      bulk: 'each',
    },
    stop: {
      move: { running: ['running', 'stopped'] },
      label: label('停止', 'Stop'),
      ask: label(
        '读完当前页面后停止，已收录的内容保留',
        'It stops after the current page; items already collected are kept',
      ),
      alias: ['POST /stop'],
      bulk: 'each',
    },
    finish: {
      move: { running: 'done' },
      label: label('运行完成', 'Finish'),
      by: ['step'],
      form: { newNum: 'required', selectorState: 'required', errorMsg: 'optional' },
    },
    fail: {
      move: { running: 'failed' },
      label: label('运行失败', 'Fail'),
      by: ['step'],
      form: { newNum: 'required', selectorState: 'required', errorMsg: 'required' },
    },
    halt: {
      move: { running: 'stopped' },
      label: label('运行停止', 'Halt'),
      by: ['step'],
      form: { newNum: 'required' },
    },
  },
);
