import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '@yikao/server/platform/video/ffmpeg.ts';
import { call, dialog, pressAction, rows } from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

const program = findFfmpeg(undefined);
test.use({ settings: { FFMPEG: program ?? '/nowhere/ffmpeg' } });
test.skip(program === undefined, 'No ffmpeg on this machine');

test('a video is converted, and played in heights with a key that the session of the viewer alone is given', async ({
  page,
  product,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'yikao-film-'));
  const film = join(folder, '石膏几何体.mp4');
  await promisify(execFile)(program ?? '', [
    ...[
      '-hide_banner',
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=1280x720:rate=15:duration=15',
    ],
    ...[
      '-f',
      'lavfi',
      '-i',
      'sine=frequency=440:duration=15',
      '-pix_fmt',
      'yuv420p',
      '-preset',
      'ultrafast',
      film,
    ],
  ]);
  await logIn(page, '/course/upload');
  await expect(page.getByRole('button', { name: '上传视频' }).first()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(film);
  const row = rows(page).filter({ hasText: '石膏几何体' });
  await expect(row).toContainText('完成', { timeout: 90_000 });
  await rm(folder, { recursive: true });
  await expect(row).toContainText('720');

  const { records } = (await call(page, 'GET', '/api/course/upload?title=石膏几何体')) as {
    records: { videoId: number }[];
  };
  const courses = (await call(page, 'GET', '/api/course?courseName=素描静物三十讲')) as {
    records: { courseId: number }[];
  };
  const body = {
    courseId: courses.records[0]?.courseId,
    lessonName: '石膏写生',
    videoId: records[0]?.videoId,
  };
  await call(page, 'POST', '/api/course/lessons', body);

  const keys: { url: string; session: boolean; status: number }[] = [];
  page.on('response', response => {
    const request = response.request();
    if (new URL(request.url()).pathname.endsWith('/media/key'))
      keys.push({
        ...{ url: request.url(), session: 'access-token' in request.headers(), status: response.status() },
      });
  });
  await page.goto('/course/course');
  await pressAction(page, rows(page).filter({ hasText: '素描静物三十讲' }), '课时');
  await dialog(page).getByRole('button', { name: '播放 石膏写生' }).click();
  const player = page.getByRole('dialog', { name: '石膏写生' });
  const video = player.locator('video');
  await expect(video).toBeVisible();
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  const playing = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      ...{ at: element.currentTime > 1, wide: element.videoWidth > 0, seconds: Math.round(element.duration) },
    }));
  await expect.poll(playing, { timeout: 60_000 }).toEqual({ at: true, wide: true, seconds: 15 });
  // To the last segment, which the list and the key of the same playback serve.
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 13;
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.ended), { timeout: 60_000 })
    .toBe(true);
  await expectNoFaults(page, { within: '.ant-modal' });

  expect(keys.length).toBeGreaterThan(0);
  expect(keys.every(({ session, status }) => session && status === 200)).toBe(true);
  const [{ url } = { url: '' }] = keys;
  expect((await fetch(url)).status).toBe(401);
  const other = await fetch(`${product.address}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'sale01', password: 'Admin123' }),
  });
  const { data } = (await other.json()) as { data: { token: string } };
  expect((await fetch(url, { headers: { 'access-token': data.token } })).status).toBe(403);
});
