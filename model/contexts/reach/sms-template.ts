import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { smsType, templateAudit, templateSwitch } from './reach.codes.ts';
import { variablesAreNamed } from './rules/template-text.ts';

/**
 * Texts that people send, each registered with the vendor under a code (domain M6). Variables are names or numbers in
 * braces. A text is sent only once it is approved; an edit takes the approval away.
 */
export const smsTemplate = defineDataset({
  name: 'smsTemplate',
  path: '/api/admin/feige/sms/template',
  menu: { at: '/feige/template', group: 'sales', icon: 'SnippetsOutlined', order: 8 },
  label: label('短信模板', 'Text templates'),
  fields: {
    templateId: field.id({ label: label('模板ID', 'Template ID') }),
    templateName: field.text({ required: true, max: limits.shortName }),
    templateCode: field.text({
      required: true,
      max: limits.shortName,
      help: label('短信平台审核通过的模板编号', 'The code under which the vendor has approved it'),
    }),
    smsType: field.code({ of: smsType, required: true, default: 2 }),
    signName: field.text({
      label: label('签名', 'Signature'),
      required: true,
      max: 16,
      help: label('不含【】，须在短信平台审核通过', 'Without brackets; the vendor must have approved it'),
    }),
    content: field.text({
      required: true,
      max: 500,
      multiline: true,
      help: label(
        '与短信平台上的模板一致，变量写作 {name} 或 {1}；{name} 自动填线索姓名',
        'As at the vendor; variables are {name} or {1}; {name} is the name of the lead',
      ),
    }),
    auditStatus: field.code({ of: templateAudit, required: true, default: 0, readOnly: true }),
    auditRemark: field.text({ max: limits.address, readOnly: true }),
    submitBy: field.ref({
      label: label('提交人', 'Submitted by'),
      to: 'adminUser',
      protects: false,
      readOnly: true,
    }),
    status: field.code({ of: templateSwitch, default: 1 }),
    remark: common.remark,
  },
  naturalKey: ['templateName'],
  checks: [
    {
      kind: 'rule',
      fields: ['content'],
      test: ({ content }) => variablesAreNamed(String(content ?? '')),
      message: label(
        '的变量须写作 {名称}，大括号要成对',
        'has a variable that is not a name in a pair of braces',
      ),
    },
  ],
  identity: { enabledBy: 'status', found: true },
  permissions: {
    prefix: 'feige:template',
    actions: ['list', 'add', 'update', 'delete'],
    own: { audit: label('审核短信模板', 'Review text templates') },
  },
  scope: { common: 'the texts are those of the house' },
  list: {
    point: ['templateName', 'smsType', 'auditStatus', 'content', 'status'],
    columns: [
      ...(['signName'] as const),
      ...(['templateCode', 'auditRemark', 'submitBy', 'remark', 'createTime'] as const),
    ],
    filters: ['templateName', 'smsType', 'auditStatus', 'status'],
  },
});
