import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';
import { posterType, textAlign, textWeight } from './display.codes.ts';

/** A place in the picture, in pixels from its upper left corner. */
const pixel = { required: true, min: 0, max: limits.posterSideMax } as const;

/** The texts on a poster: a closed shape, each in a separate box (domain L6). */
export const posterTexts = field.lines({
  label: label('文字', 'Texts'),
  max: limits.posterTexts,
  of: {
    text: field.text({
      label: label('内容', 'Text'),
      required: true,
      max: limits.posterText,
      multiline: true,
    }),
    x: field.integer({ label: label('左边距', 'Left'), ...pixel }),
    y: field.integer({ label: label('上边距', 'Top'), ...pixel }),
    width: field.integer({ label: label('最大宽度', 'Width'), ...pixel, min: 10 }),
    lines: field.integer({ label: label('最多行数', 'Lines'), required: true, default: 1, min: 1, max: 20 }),
    size: field.integer({ label: label('字号', 'Size'), required: true, default: 48, min: 10, max: 400 }),
    align: field.code({ label: label('对齐', 'Alignment'), of: textAlign, required: true, default: 1 }),
    weight: field.code({ label: label('粗细', 'Weight'), of: textWeight, required: true, default: 1 }),
    colour: field.text({
      label: label('颜色', 'Colour'),
      required: true,
      default: '#222222',
      max: 7,
      format: 'colour',
    }),
  },
});

/**
 * Posters: a background with texts and a QR code, drawn for each channel so that a scan is counted for it (domain L6).
 * A poster of 0 is the house's, which every partner hands out; a partner's own are seen by that partner alone.
 */
export const poster = defineDataset({
  name: 'poster',
  path: '/api/base/poster',
  menu: { at: '/base/poster', group: 'content', icon: 'PictureOutlined', order: 5 },
  label: label('海报', 'Posters'),
  fields: {
    posterId: field.id({ label: label('海报ID', 'Poster ID') }),
    posterName: field.text({ label: label('海报名称', 'Poster'), required: true, max: limits.name }),
    posterType: field.code({ label: label('类型', 'Kind'), of: posterType, required: true }),
    partnersId: field.ref({
      to: 'partners',
      zero: label('全部合伙人', 'All partners'),
      default: 0,
      lockedOnEdit: true,
    }),
    background: field.image({
      label: label('背景图', 'Background'),
      required: true,
      help: label(
        '海报与背景图同样大小，建议 1080 × 1920 像素',
        'The poster has the size of its background; 1080 × 1920 pixels recommended',
      ),
    }),
    qrX: field.integer({ label: label('二维码左边距', 'Left of the QR code'), ...pixel, default: 60 }),
    qrY: field.integer({ label: label('二维码上边距', 'Top of the QR code'), ...pixel, default: 60 }),
    qrSize: field.integer({
      label: label('二维码边长', 'Side of the QR code'),
      ...pixel,
      default: 240,
      min: limits.posterQrMin,
    }),
    textItems: posterTexts,
    channelIds: field.refs({
      label: label('适用渠道', 'For channels'),
      to: 'channel',
      help: label('留空为全部渠道', 'Left empty: all channels'),
    }),
    useNum: field.integer({ label: label('取图次数', 'Times handed out'), default: 0, readOnly: true }),
    ...orderAndStatus,
  },
  naturalKey: ['posterName', 'partnersId'],
  permissions: { prefix: 'base:poster', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    partner: 'partnersId',
    agency: { readOnly: 'an agency hands out the posters of its partner' },
    rest: { common: 'posters hold nothing of anybody, and everybody hands them out' },
  },
  list: {
    point: ['posterName', 'posterType', 'partnersId', 'useNum', 'status'],
    without: ['textItems', 'qrX', 'qrY', 'qrSize'],
    filters: ['posterName', 'posterType', 'partnersId', 'channelIds', 'status'],
  },
  form: {
    groups: [
      {
        label: label('版面（也可在“设计”中拖动）', 'Layout (or drag it in "Design")'),
        fields: ['qrX', 'qrY', 'qrSize', 'textItems'],
      },
      { label: label('使用', 'Use'), fields: ['channelIds', 'orderNum', 'status'] },
    ],
  },
});
