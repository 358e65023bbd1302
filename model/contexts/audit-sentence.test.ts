import { expect, test } from 'vitest';
import { worded } from './worded.ts';

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
