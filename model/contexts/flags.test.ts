import { describe, expect, test } from 'vitest';
import { joinedNames } from '../kernel/dataset.ts';
import { datasets, registry } from './datasets.ts';

/** Columns that the catalogue marks for export although no file imports them (domain section 2, flag X). */
const exported = {
  adminUser: [
    'userName',
    'nickName',
    'mobile',
    'email',
    'userType',
    'roleIds',
    'recCode',
    'lastLoginTime',
    'remark',
  ],
  provinceStat: [
    'entranceExamNum',
    'artExamNum',
    'jointPassNum',
    'planNumUndergrad',
    'admitNum',
    'admitRate',
  ],
  schoolStat: [
    'planNum',
    'applyNum',
    'archiveNum',
    'admitNum',
    'minScore',
    'avgScore',
    'maxScore',
    'minRank',
    'ratio',
  ],
  remark: ['profName', 'remarkType', 'contentText'],
  wishUser: [
    ...[
      'userName',
      'nickName',
      'mobile',
      'gender',
      'provinceId',
      'cityId',
      'dataYear',
      'jointCategoryId',
      'aos',
    ],
    ...[
      'highSchool',
      'cultureScore',
      'profScore',
      'englishScore',
      'chineseScore',
      'compositeScore',
      'cultureRank',
    ],
    ...[
      'profRank',
      'completeFlag',
      'recCode',
      'channelId',
      'sourceId',
      'partnersId',
      'cardLabels',
      'visitNum',
    ],
    ...['firstVisitTime', 'lastVisitTime', 'remark'],
  ],
  userPerm: [
    'userId',
    'permType',
    'dataYear',
    'expireTime',
    'status',
    'channel',
    'partnersId',
    'phone',
    'countLimit',
  ],
  userCard: [
    'userId',
    'cardId',
    'cardType',
    'dataYear',
    'startTime',
    'expireTime',
    'countLimit',
    'usedNum',
    'status',
  ],
  partners: [
    'channel',
    'channelId',
    'channelName',
    'dataYear',
    'guideRate',
    'probRate',
    'listRate',
    'status',
    'remark',
  ],
  channel: ['channel', 'channelName', 'parentId', 'commissionRate', 'parentRate', 'link', 'qrCode', 'status'],
  voluntaryList: ['cultureScore', 'profScore', 'compositeScore', 'cultureRank', 'profRank', 'compositeRank'],
  examAgent: ['agentRegCode', 'quota', 'fee', 'payMode', 'regNum', 'status'],
  mockRoom: ['layout', 'capacity', 'usedNum', 'status'],
  lead: ['mobile', 'studentName', 'followNum', 'callNum', 'intent', 'leadStatus', 'orderAmount'],
} as const;

describe('the columns that the catalogue asks for', () => {
  test.each(Object.entries(exported))('an export of %s has them', (name, wanted) => {
    const found = registry[name as keyof typeof exported].excel?.export ?? [];
    expect(wanted.filter(field => !found.includes(field))).toEqual([]);
  });

  test('files bring in and change what they are marked for', () => {
    expect(registry.partners.excel?.import).toEqual(expect.arrayContaining(['status', 'channelId']));
    expect(registry.partners.excel?.batchUpdate).toContain('status');
    expect(registry.channel.excel?.batchUpdate).toContain('parentId');
    expect(registry.wishUser.excel?.import).toContain('remark');
    expect(registry.lead.excel?.batchUpdate).toEqual(
      expect.arrayContaining(['studentName', 'provinceId', 'jointCategoryId']),
    );
    for (const name of ['remark', 'guideInfo'] as const)
      expect(joinedNames(registry[name])).toEqual(['contentText']);
    expect(joinedNames(registry.mockScore)).toEqual(['ticketNo']);
    expect(registry.examSchool.fields.tagNames.max).toBe(255);
  });

  test.each([
    ['examArea', ['regNum', 'roomNum']],
    ['lead', ['followNum', 'callNum']],
    ['mockStudent', ['partnersId', 'provinceId']],
  ] as const)('the list of %s has what is worked out for its rows', (name, wanted) => {
    const { columns, hidden } = registry[name].list;
    const found: readonly string[] = [...columns, ...hidden];
    expect(wanted.filter(field => !found.includes(field))).toEqual([]);
  });

  test('lists are asked by the nickname, and the black list has no button of an export', () => {
    expect(registry.wishUser.list.filters.map(({ field }) => field)).toContain('nickName');
    expect(registry.userPerm.list.tools).toEqual(['add']);
  });

  test('whatever a list shows, an export can have, unless it is private or no more than a picture', () => {
    // People outside must not learn who has a second factor.
    const secret = 'adminUser.secondFactorFlag';
    // Warnings about the moment of reading, which a file would repeat when they are no longer so.
    const warnings = ['mockExam.outdatedNum', 'ticket.changedFlag', 'segment.brokenFlag'];
    const kept = [secret, ...warnings];
    const pictures = ['image', 'file', 'images', 'files', 'secret', 'refs', 'json'];
    const missing = datasets.flatMap(({ name, list, fields, excel, permissions }) =>
      permissions.actions.includes('export')
        ? list.columns.flatMap(column => {
            const field = fields[column];
            const left =
              !field || field.private || pictures.includes(field.kind) || excel?.export.includes(column);
            return left ? [] : [`${name}.${column}`];
          })
        : [],
    );
    expect(missing.toSorted()).toEqual(kept.toSorted());
  });
});
