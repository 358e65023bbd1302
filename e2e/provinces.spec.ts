import { confirm, openList, rows, toast } from './support/dataset.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

test('a province is moved to the next data year, with what it takes along told, and not past it by mistake', async ({
  page,
}) => {
  page.setDefaultTimeout(15_000);
  await logIn(page);
  await openList(page, '/base/province');
  const moved = rows(page).filter({ hasText: '黑龙江' });
  await moved.getByRole('checkbox').check();
  const upgrade = page.getByRole('button', { name: '升级数据年份' });
  await upgrade.click();
  await confirm(page, /将 1 个省份升级到 \d+ 年？/, '升级数据年份');
  await expect(toast(page, /已升级到 \d+ 年，复制统考类别 \d+ 条/)).toBeVisible();
  // Another province that stayed behind is not moved along with it.
  await moved.getByRole('checkbox').check();
  await rows(page).first().getByRole('checkbox').check();
  await expect(upgrade).toBeDisabled();
});
