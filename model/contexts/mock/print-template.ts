import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { brandColour, printPage, printPaper, printPart } from './mock.codes.ts';
import { readByAgencies } from './mock-fields.ts';

/**
 * The appearance of a page of section 5: brand, paper and contents (domain H13). Each page has one shared record, which
 * a partner's own record overrides.
 */
export const printTemplate = defineDataset({
  name: 'printTemplate',
  path: '/api/mock/aff/print/template',
  menu: { at: '/mock/print', group: 'mock', icon: 'PrinterOutlined', order: 13 },
  label: label('打印模板', 'Print templates'),
  fields: {
    templateId: field.id({ label: label('模板ID', 'Template ID') }),
    templateKey: field.code({
      label: label('打印页', 'Page'),
      of: printPage,
      required: true,
      lockedOnEdit: true,
    }),
    partnersId: field.ref({
      to: 'partners',
      zero: label('全部合伙人', 'All partners'),
      default: 0,
      lockedOnEdit: true,
    }),
    templateName: field.text({ required: true, max: limits.name }),
    brandName: field.text({ label: label('品牌名称', 'Brand'), max: limits.shortName }),
    brandColour: field.code({ label: label('品牌色', 'Colour'), of: brandColour, default: 1 }),
    logo: field.image(),
    sealImg: field.image({
      label: label('印章图', 'Seal'),
      personal: true,
      shownBy: ['mock:print:list', 'mock:scorestat:list'],
    }),
    paper: field.code({ label: label('纸张', 'Paper'), of: printPaper, required: true, default: 1 }),
    perPage: field.integer({
      label: label('每页份数', 'On a page'),
      required: true,
      default: 1,
      min: 1,
      max: 3,
    }),
    showPhoto: field.yesNo({ label: label('显示照片', 'Photo'), default: 1 }),
    showBarcode: field.yesNo({ label: label('显示条形码', 'Barcode'), default: 1 }),
    parts: field.codes({ label: label('显示内容', 'Also shows'), of: printPart }),
    scoreUrl: field.text({
      label: label('查分网址', 'Address of the marks'),
      max: limits.path,
      format: 'url',
      help: label(
        '查分二维码指向此网址并带上准考证号；留空则指向本系统的成绩分析',
        'The QR code leads here with the ticket number; left empty, to the analysis of marks of this system',
      ),
    }),
    notice: field.richText(),
    remark: common.remark,
  },
  naturalKey: ['templateKey', 'partnersId'],
  identity: { name: 'templateName' },
  permissions: { prefix: 'mock:print', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    partner: 'partnersId',
    rest: { common: 'templates hold nothing of anybody, and everybody prints by them' },
    agency: readByAgencies,
  },
  list: {
    point: ['templateName', 'templateKey', 'paper', 'perPage', 'partnersId'],
    hidden: ['remark', 'scoreUrl'],
    filters: ['templateKey', 'partnersId', 'templateName', 'paper'],
  },
  form: {
    groups: [
      { label: label('品牌', 'Brand'), fields: ['brandName', 'brandColour', 'logo', 'sealImg'] },
      {
        label: label('版面', 'Layout'),
        fields: ['paper', 'perPage', 'showPhoto', 'showBarcode', 'parts', 'scoreUrl', 'remark'],
      },
    ],
  },
});
