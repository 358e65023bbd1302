import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { playForm, transStatus } from './teaching.codes.ts';

/**
 * Videos of courses: uploaded in parts that survive lost lines, reloads and restarts, then converted into a form that
 * players stream (domain J3; 0.7, 15). The content lies in the file store under separate keys and is given by the
 * calls that play a lesson alone.
 */
export const courseUpload = defineDataset({
  name: 'courseUpload',
  path: '/api/course/upload',
  menu: { at: '/course/upload', group: 'courses', icon: 'CloudUploadOutlined', order: 3 },
  label: label('课程视频', 'Course videos'),
  readOnly: true,
  fields: {
    videoId: field.id({ label: label('视频ID', 'Video ID') }),
    title: field.text({ label: label('标题', 'Title'), required: true, max: limits.name }),
    size: field.integer({
      label: label('大小(字节)', 'Size (bytes)'),
      default: 0,
      max: limits.courseVideoBytes,
    }),
    received: field.integer({
      label: label('已收到(字节)', 'Received (bytes)'),
      default: 0,
      max: limits.courseVideoBytes,
    }),
    durationSec: field.integer({ label: label('时长(秒)', 'Length (s)') }),
    height: field.integer({ label: label('画面高度', 'Picture height') }),
    cover: field.image(),
    transStatus: field.code({
      label: label('处理状态', 'State'),
      of: transStatus,
      required: true,
      default: 4,
    }),
    playForm: field.code({ label: label('播放形式', 'Played as'), of: playForm }),
    note: field.text({ label: label('说明', 'Note'), max: limits.address }),
    path: field.text({ label: label('存放路径', 'Stored at'), max: limits.path, private: true }),
    mime: field.text({ label: label('类型', 'Type'), max: limits.name, private: true }),
    sha256: field.text({ label: label('校验值(SHA-256)', 'Checksum (SHA-256)'), max: 64 }),
    /** Heights and segments of the playable form; see `media.ts` of the server. */
    media: field.json({ readOnly: false, label: label('播放数据', 'Playable form'), private: true }),
    /** Key of the segments, in hexadecimal. */
    mediaSecret: field.secret({ label: label('分段密钥', 'Key of the segments'), max: 32 }),
    partnersId: field.ref({ to: 'partners' }),
    expireTime: field.dateTime({ label: label('续传截止', 'Resumable until') }),
  },
  indexes: [['expireTime']],
  identity: { name: 'title' },
  permissions: {
    prefix: 'course:upload',
    actions: ['list', 'delete'],
    own: { add: label('上传课程视频', 'Upload course videos') },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency looks at the videos of its partner' },
    own: { common: 'videos are those of the house or of a partner, not of one person' },
  },
  list: {
    columns: [
      ...(['title', 'transStatus', 'durationSec', 'height', 'size', 'playForm', 'note', 'cover'] as const),
      ...(['received', 'partnersId', 'sha256', 'expireTime', 'createTime'] as const),
    ],
    point: ['title', 'transStatus', 'durationSec', 'size', 'playForm', 'createTime'],
    hidden: ['received', 'sha256', 'expireTime'],
    filters: ['title', 'transStatus', 'playForm', 'partnersId', 'createTime', 'videoId'],
  },
});
