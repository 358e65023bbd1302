import { expect, test } from 'vitest';
import { readAuditFacts } from '../calls/audit-facts.ts';
import { auditSentence } from './audit-sentence.ts';
import { calls } from './calls.ts';

const worded = (content: string, language: 'zh' | 'en') => auditSentence(content, {}, language);

test('a line of the audit log says what was done, with which values and why it was refused', () => {
  const change = 'PUT /api/data/wish/type {"typeId":7,"typeName":"音乐","status":0,"version":3}';
  expect(worded(change, 'zh')).toBe('编辑类型字典：类型名称：音乐，状态：停用');
  expect(worded(change, 'en')).toBe('Edit: Type dictionary: Type: 音乐, Status: Disabled');
  expect(worded(`staleVersion · API ab12… 同步 · ${change}`, 'zh')).toBe(
    '记录已被他人修改，请核对后重新提交 · 编辑类型字典：类型名称：音乐，状态：停用 · API ab12… 同步',
  );
  // Truncated content is shown without its values, an unknown call unchanged.
  expect(worded('PUT /api/data/wish/type {"typeId":7,"typeNa', 'zh')).toBe('编辑类型字典');
  expect(worded('wrongPassword · op***', 'zh')).toBe('账号或密码错误 · op***');
  expect(worded('PUT /api/no/such {}', 'zh')).toBe('PUT /api/no/such');
});

test('every call that writes has a sentence in both languages, whatever address it is sent to', () => {
  const writing = calls.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  expect(writing.length).toBeGreaterThan(500);
  for (const call of writing) {
    for (const address of [call.address, ...(call.also ?? [])]) {
      const content = `${address.replace(/:\w+/g, '7').replace('*', 'a/b')} {}`;
      const [zh, en] = [worded(content, 'zh'), worded(content, 'en')];
      expect(zh, address).toMatch(/[一-鿿]/);
      expect(zh, address).not.toMatch(/\/api\//);
      expect(en, address).toMatch(/[A-Za-z]{2}/);
      expect(en, address).not.toMatch(/[一-鿿]|\/api\//);
    }
  }
});

test('a line names its rows and counts them, names what references point to, and tells what its job did', () => {
  const facts = { rows: [{ zh: '湖南', en: 'Hunan' }], names: { provinceId: '湖南省' } };
  const change = 'PUT /api/data/wish/sch/examType {"dataId":7,"provinceId":430000,"remark":"改了"}';
  expect(auditSentence(change, facts, 'zh')).toBe('编辑学校考试类型“湖南”：省份：湖南省，备注：改了');
  expect(auditSentence(change, facts, 'en')).toBe(
    'Edit: School exam calendar "Hunan": Province: 湖南省, Remark: 改了',
  );
  const removed = 'DELETE /api/data/wish/sch/examType {"ids":"1,2,3,4,5"}';
  expect(auditSentence(removed, { ...facts, count: 5 }, 'zh')).toBe('删除学校考试类型“湖南” 等 5 条');
  expect(auditSentence(removed, { count: 5 }, 'en')).toBe('Delete: School exam calendar (5 rows)');
  const numbers = { id: 9, total: 500, success: 488, updated: 0, same: 0, failed: 12 };
  const job = { ...numbers, op: 'import', status: 'success', batch: '2027湖南第一批', inserted: 488 };
  const imported = 'POST /api/data/wish/sch/examType/import {"importBatch":"2027湖南第一批","filePath":"/x"}';
  expect(auditSentence(imported, { job }, 'zh')).toBe(
    '导入学校考试类型：批次“2027湖南第一批”，新增 488，有错 12',
  );
  expect(auditSentence(imported, { job }, 'en')).toBe(
    'Import: School exam calendar: batch "2027湖南第一批", added 488, with errors 12',
  );
  const running = { ...job, status: 'processing', inserted: 0, failed: 0 };
  expect(auditSentence(imported, { job: running }, 'zh')).toBe(
    '导入学校考试类型：批次“2027湖南第一批”，进行中',
  );
});

test('facts of a line that cannot be read are none', () => {
  for (const text of [null, undefined, '', '{', '[]', '{"rows":1}']) expect(readAuditFacts(text)).toEqual({});
  expect(readAuditFacts('{"person":"小王","jobId":3}')).toEqual({ person: '小王' });
});
