import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFfmpeg } from '../../platform/video/ffmpeg.ts';
import { type CourseApp, film, openCourseApp } from './testing/course-app.ts';

const program = findFfmpeg(undefined);
const { lesson } = registry;

/**
 * Runs the program; the first time at 720 lines, kills it once its first segment is there, and ends as one does that
 * was killed.
 */
const killing = (folder: string) => `#!/bin/sh
case "$*" in
  *scale=-2:720*)
    echo run >> ${folder}/runs
    if [ ! -e ${folder}/died ]; then
      touch ${folder}/died
      for last; do :; done
      ${program} "$@" &
      while [ ! -s "$(dirname "$last")/0.ts" ] && kill -0 $!; do sleep 0.05; done
      kill -9 $!
      kill -9 $$
    fi ;;
esac
exec ${program} "$@"
`;

describe.skipIf(program === undefined)('with the ffmpeg of the machine', () => {
  let of: CourseApp;
  let folder = '';
  let source: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'yikao-ffmpeg-'));
    const file = join(folder, 'source.mp4');
    await promisify(execFile)(program ?? '', [
      ...[
        '-hide_banner',
        '-loglevel',
        'error',
        '-f',
        'lavfi',
        '-i',
        'testsrc2=size=1280x720:rate=12:duration=14',
      ],
      ...[
        '-f',
        'lavfi',
        '-i',
        'sine=frequency=440:duration=14',
        '-pix_fmt',
        'yuv420p',
        '-preset',
        'ultrafast',
        file,
      ],
    ]);
    source = await readFile(file);
    await writeFile(join(folder, 'ffmpeg'), killing(folder));
    await chmod(join(folder, 'ffmpeg'), 0o755);
    of = await openCourseApp(join(folder, 'ffmpeg'));
  });
  afterAll(async () => {
    await of?.it.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('a conversion that is killed in the middle goes on, and is played with the key of the session alone', async () => {
    const at = await of.begin(source.length, '素描.mp4');
    await of.send(at, 0, source);
    const [job = 0] = of.jobs.splice(0);
    await expect(of.workOne(job)).rejects.toThrow(/SIGKILL/);
    await of.workOne(job);
    expect(await of.videoOf(of.idOf(at))).toMatchObject({
      ...{ transStatus: 2, playForm: 2, durationSec: 14, height: 720, note: null },
    });
    expect((await readFile(join(folder, 'runs'), 'utf8')).trim().split('\n')).toHaveLength(2);
    const lessonId = await of.aLesson(await of.aCourse(), { videoId: of.idOf(at) });
    const { data } = await of.call('ops', 'GET', `${lesson.path}/play?lessonId=${lessonId}`);
    expect(await of.watch(data.url)).toBeUndefined();
    expect(await of.watch(data.url, { 'access-token': of.tokens.admin ?? '' })).toBeUndefined();
    const segments = await of.watch(data.url, { 'access-token': of.tokens.ops ?? '' });
    // Packets of a transport stream, each of 188 bytes with its mark.
    expect(segments?.map(one => [one.length % 188, one[0], one[188]])).toEqual([
      [0, 0x47, 0x47],
      [0, 0x47, 0x47],
      [0, 0x47, 0x47],
    ]);
  });

  test('a file that it cannot read fails with its words', async () => {
    const videoId = await of.video(film(60_000));
    expect(await of.videoOf(videoId)).toMatchObject({
      ...{ transStatus: 3, note: expect.stringMatching(/^无法读取视频：.*Invalid data/) },
    });
  });
});
