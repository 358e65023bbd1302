import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { sequentialPattern } from '../../rules/ticket-number.ts';
import { candidateOrder, mockRuleType, roomFilling, seatSnake } from './mock.codes.ts';
import { ofExam, ownedByExam } from './mock-fields.ts';

const chosen = (zh: string, en: string, yes: 0 | 1) => field.yesNo({ label: label(zh, en), default: yes });

/** Rules for numbers and seats of an exam, for one area or all (domain H8). */
export const mockRule = defineDataset({
  name: 'mockRule',
  path: '/api/mock/aff/rule',
  menu: { at: '/mock/rule', group: 'mock', icon: 'SlidersOutlined', order: 8 },
  label: label('编排规则', 'Arrangement rules'),
  fields: {
    ruleId: field.id({ label: label('规则ID', 'Rule ID') }),
    examId: ofExam.examId,
    partnersId: ofExam.partnersId,
    areaId: field.ref({ to: 'area', zero: label('全部考区', 'All areas'), default: 0 }),
    ruleName: field.text({ required: true, max: limits.shortName }),
    ruleType: field.code({ of: mockRuleType, required: true }),
    ticketPattern: field.text({
      label: label('号码格式', 'Pattern of numbers'),
      max: limits.name,
      format: 'ticketPattern',
      default: sequentialPattern,
      help: label(
        '{yy}年 {pp}省 {ee}考试 {aa}考区 {nnnnn}顺序号，或 {rrr}考场 {ss}座位',
        '{yy} year, {pp} province, {ee} exam, {aa} area, {nnnnn} sequence, or {rrr} room and {ss} seat',
      ),
    }),
    orderMode: field.code({ label: label('排序', 'Order'), of: candidateOrder, default: 1 }),
    separateAgent: chosen('机构隔开', 'Agencies apart', 1),
    snakeMode: field.code({ label: label('排列', 'Seats run'), of: seatSnake, default: 1 }),
    fillMode: field.code({ label: label('填充', 'Rooms are filled'), of: roomFilling, default: 1 }),
    mixCategory: chosen('类别混排', 'Categories mixed', 0),
    spareNum: field.integer({
      label: label('每考场预留座', 'Spare seats of a room'),
      default: 0,
      min: 0,
      max: 99,
    }),
    seed: field.text({
      label: label('随机种子', 'Seed'),
      max: limits.shortName,
      help: label(
        '留空则按考试和日期生成；相同种子结果相同',
        'Left empty: of exam and day. The same seed gives the same result',
      ),
    }),
  },
  naturalKey: ['examId', 'areaId', 'ruleType'],
  identity: { name: 'ruleName' },
  permissions: { prefix: 'mock:rule', actions: ['list', 'add', 'update', 'delete'] },
  scope: ownedByExam,
  list: {
    point: ['ruleName', 'ruleType', 'orderMode', 'fillMode', 'separateAgent'],
    hidden: ['seed', 'spareNum'],
    filters: ['examId', 'areaId', 'ruleName', 'ruleType', 'partnersId'],
  },
});
