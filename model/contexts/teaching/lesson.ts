import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';

/** Lessons of a course, in chapters that are named, in the order of `orderNum` (domain J2). */
export const lesson = defineDataset({
  name: 'lesson',
  path: '/api/course/lessons',
  menu: { at: '/course/lessons', group: 'courses', icon: 'BarsOutlined', order: 2 },
  tableId: 48,
  label: label('课时', 'Lessons'),
  fields: {
    lessonId: field.id({ label: label('课时ID', 'Lesson ID') }),
    courseId: field.ref({ label: label('课程', 'Course'), to: 'course', required: true, lockedOnEdit: true }),
    chapterName: field.text({ label: label('章', 'Chapter'), max: limits.name }),
    lessonName: field.text({ label: label('课时', 'Lesson'), required: true, max: limits.name }),
    videoId: field.ref({ label: label('视频', 'Video'), to: 'courseUpload' }),
    durationSec: field.integer({
      label: label('时长(秒)', 'Length (s)'),
      min: 0,
      max: 86_400,
      help: label('留空则取自视频', 'Left empty: that of the video'),
    }),
    freeFlag: field.yesNo({ label: label('试看', 'Free preview'), headers: ['Trial'], default: 0 }),
    content: field.richText(),
    attachments: field.files({ label: label('附件', 'Attachments'), personal: true }),
    ...orderAndStatus,
  },
  naturalKey: ['courseId', 'lessonName'],
  identity: { name: 'lessonName' },
  permissions: { prefix: 'course:lesson', actions: ['list', 'add', 'update', 'delete', 'import', 'export'] },
  scope: {
    partner: { through: 'courseId' },
    province: { through: 'courseId' },
    agency: { readOnly: 'an agency looks at the lessons of its partner' },
    own: { common: 'lessons are those of a course, not of one person' },
  },
  list: {
    point: ['courseId', 'chapterName', 'lessonName', 'videoId', 'freeFlag', 'status'],
    filters: ['courseId', 'chapterName', 'lessonName', 'freeFlag', 'videoId', 'status'],
    sort: ['courseId', 'orderNum', 'lessonId'],
  },
  excel: {
    export: [
      ...([
        'lessonId',
        'courseId',
        'chapterName',
        'lessonName',
        'videoId',
        'durationSec',
        'freeFlag',
      ] as const),
      ...(['orderNum', 'status', 'createTime'] as const),
    ],
    import: ['courseId', 'chapterName', 'lessonName', 'durationSec', 'freeFlag', 'orderNum', 'status'],
  },
});
