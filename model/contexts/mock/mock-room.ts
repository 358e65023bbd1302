import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { numberSeats, placeKey, readLayout, readPlaces } from '../../rules/room-layout.ts';
import { common } from '../shared/fields.ts';
import { ofExam, ownedByExam } from './mock-fields.ts';

/** The rooms of an exam's areas with their seats (domain H9, 4.2). */
export const mockRoom = defineDataset({
  name: 'mockRoom',
  path: '/api/mock/aff/room',
  menu: { at: '/mock/room', group: 'mock', icon: 'LayoutOutlined', order: 9 },
  tableId: 35,
  label: label('考场', 'Rooms'),
  fields: {
    roomId: field.id({ label: label('考场ID', 'Room ID') }),
    examId: ofExam.examId,
    partnersId: ofExam.partnersId,
    dataYear: ofExam.dataYear,
    provinceId: ofExam.provinceId,
    areaId: ofExam.areaId,
    roomNo: field.integer({ required: true, min: 1, max: 999 }),
    roomName: field.text({ label: label('考场名称', 'Room'), max: limits.shortName }),
    building: field.text({ label: label('楼栋楼层', 'Building and floor'), max: limits.shortName }),
    layout: field.text({
      label: label('座位布局', 'Layout'),
      max: limits.shortName,
      format: 'seatLayout',
      default: '6,6,6,6,6',
      help: label(
        '从门侧起各列的座位数，如 7,8,8,7',
        'Seats of each column from the door on, such as 7,8,8,7',
      ),
    }),
    disabledSeats: field.text({
      label: label('停用座位', 'Seats out of use'),
      max: limits.name,
      format: 'seatPlaces',
      help: label('行-列，用逗号分隔，如 1-1,6-5', 'Row-column with commas, such as 1-1,6-5'),
    }),
    capacity: field.integer({ label: label('容量', 'Seats'), readOnly: true }),
    jointCategoryId: field.ref({
      label: label('限定类别', 'For one category'),
      to: 'jointCategory',
      within: ['dataYear', 'provinceId'],
    }),
    usedNum: field.integer({ readOnly: true, elsewhere: true }),
    status: common.status,
  },
  naturalKey: ['examId', 'areaId', 'roomNo'],
  identity: { name: 'roomNo' },
  permissions: {
    prefix: 'mock:room',
    actions: ['list', 'add', 'update', 'delete', 'import', 'export'],
  },
  scope: { ...ownedByExam, province: 'provinceId' },
  checks: [
    {
      kind: 'rule',
      fields: ['disabledSeats', 'layout'],
      test({ disabledSeats, layout }) {
        const heights = readLayout(String(layout));
        const places = readPlaces(String(disabledSeats));
        if (!heights || !places) return heights === undefined;
        const there = new Set(numberSeats(heights, 3).map(placeKey));
        return places.every(place => there.has(placeKey(place)));
      },
      message: label(
        '停用座位须为布局中的“行-列”，如 1-1,6-5',
        'Seats out of use are row-column of the layout, such as 1-1,6-5',
      ),
    },
  ],
  list: {
    columns: ['examId', 'roomName', 'building', 'jointCategoryId'],
    point: ['roomNo', 'areaId', 'capacity', 'usedNum', 'layout', 'status'],
    filters: ['examId', 'areaId', 'roomNo', 'roomName', 'jointCategoryId', 'status', 'partnersId'],
    sort: ['-examId', 'areaId', 'roomNo'],
  },
  excel: { export: { with: ['usedNum'] } },
});
