import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { aos, gender } from '../shared/shared.codes.ts';
import { mockRegSource, mockRegStatus } from './mock.codes.ts';
import { ofExam } from './mock-fields.ts';
import { mockOrder } from './mock-order.ts';

const given = (zh: string, en: string) => field.integer({ label: label(zh, en), readOnly: true });

/** Candidates of mock exams: registered by staff, by their agency, or by themselves (domain H7, 3.7). */
export const mockStudent = defineDataset({
  name: 'mockStudent',
  path: '/api/mock/app/student',
  menu: { at: '/mock/student', group: 'mock', icon: 'IdcardOutlined', order: 7 },
  tableId: 33,
  label: label('模考考生', 'Mock exam candidates'),
  fields: {
    studentId: field.id({ label: label('考生ID', 'Candidate ID') }),
    examId: ofExam.examId,
    dataYear: ofExam.dataYear,
    provinceId: ofExam.provinceId,
    partnersId: ofExam.partnersId,
    areaId: ofExam.areaId,
    agentId: field.ref({ to: 'agent', among: { of: 'examAgent', by: ['examId'] } }),
    jointCategoryId: common.jointCategoryId,
    aos: field.code({ of: aos }),
    studentName: field.text({ label: label('姓名', 'Name'), required: true, max: limits.shortName }),
    idNo: field.text({ required: true, max: 18, format: 'idNumber' }),
    gender: field.code({ of: gender, readOnly: true }),
    mobile: field.mobile({ required: true }),
    parentMobile: field.mobile(),
    photo: field.image({ personal: true, shownBy: ['mock:print:list'] }),
    highSchool: field.text({ max: limits.name }),
    grade: field.text({ label: label('年级', 'Grade'), max: 16 }),
    teacherName: field.text({ label: label('带队老师', 'Teacher'), max: limits.shortName }),
    regStatus: field.code({ of: mockRegStatus, default: 0, required: true, readOnly: true }),
    orderNo: field.text({ max: limits.shortName, readOnly: true, elsewhere: true }),
    ticketNo: field.text({ max: 16, readOnly: true }),
    roomNo: given('考场号', 'Room number'),
    seatNo: given('座位号', 'Seat'),
    regSource: field.code({ of: mockRegSource, default: 3, required: true, readOnly: true }),
    remark: common.remark,
  },
  naturalKey: ['examId', 'idNo'],
  uniqueKeys: [['examId', 'ticketNo']],
  identity: { name: 'studentName', also: ['ticketNo', 'idNo'], found: true },
  permissions: {
    prefix: 'mock:student',
    actions: everyAction,
    own: { idno: label('查看完整身份证号', 'See whole ID numbers') },
  },
  scope: { partner: { through: 'examId' }, province: 'provinceId', agency: 'agentId', own: 'createBy' },
  details: [{ of: mockOrder, by: 'studentId', label: label('订单', 'Orders') }],
  list: {
    columns: [
      'idNo',
      'gender',
      'examId',
      'areaId',
      'jointCategoryId',
      'mobile',
      'regSource',
      'orderNo',
      'createTime',
      'partnersId',
      'provinceId',
    ],
    point: ['studentName', 'regStatus', 'ticketNo', 'roomNo', 'seatNo', 'agentId'],
    filters: [
      'provinceId',
      'partnersId',
      'examId',
      'areaId',
      'agentId',
      'studentName',
      'idNo',
      'regStatus',
      'jointCategoryId',
      'mobile',
      'ticketNo',
      'regSource',
      'dataYear',
      'createTime',
    ],
    open: 7,
    cascade: true,
  },
  form: {
    groups: [
      {
        label: label('联系与学校', 'Contact and school'),
        fields: ['mobile', 'parentMobile', 'highSchool', 'grade', 'teacherName', 'photo', 'remark'],
      },
    ],
  },
  excel: {
    batchUpdate: [
      'areaId',
      'agentId',
      'mobile',
      'parentMobile',
      'highSchool',
      'grade',
      'teacherName',
      'remark',
    ],
    export: { with: ['partnersId', 'provinceId', 'orderNo'] },
    kinds: [
      {
        type: 651,
        label: label('考生照片（zip）', 'Photos (zip)'),
        sets: {},
        asks: ['examId'],
        pictures: { into: 'photo', by: ['idNo', 'ticketNo'] },
        bizType: 651,
      },
    ],
  },
});
