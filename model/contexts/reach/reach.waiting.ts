import { label } from '../../kernel/label.ts';
import { stepWaits } from '../../waiting.ts';
import { smsTemplateSteps } from './sms-template.machine.ts';

/** Templates of text messages to review (domain M6). */
export const reachWaiting = [
  stepWaits(smsTemplateSteps, 'approve', {
    label: label('待审核的短信模板', 'Text templates to review'),
    tells: ['smsType', 'createTime'],
  }),
];
