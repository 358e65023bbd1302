import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A program in place of ffmpeg where none is installed: it reports length and size, and writes encrypted segments
 * whose plain content names height and number. A file whose head has `UNREADABLE` is none that it can read; one
 * whose head has `DIES` has the program killed once at 720 lines.
 */
const program = `#!${process.execPath}
const { createCipheriv } = require('node:crypto');
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const args = process.argv.slice(2);
const after = name => args[args.indexOf(name) + 1];
const file = after('-i');
// In its head alone: random content may spell anything.
const content = readFileSync(file).subarray(0, 64).toString('latin1');
if (content.includes('UNREADABLE')) {
  console.error(file + ': Invalid data found when processing input');
  process.exit(1);
}
const size = content.includes('SMALL') ? '320x241' : '1280x720';
const upright = content.includes('UPRIGHT');
console.error('  Duration: 00:00:12.40, start: 0.000000, bitrate: 800 kb/s');
console.error('  Stream #0:0(und): Video: h264 (High), yuv420p(tv), ' + size + ' [SAR 1:1], 25 fps');
if (upright) console.error('      displaymatrix: rotation of -90.00 degrees');
if (args.includes('-frames:v')) {
  writeFileSync(args.at(-1), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF'), 0xff, 0xd9]));
  process.exit(0);
}
if (!args.includes('hls')) process.exit(1);
const height = Number(/scale=-2:(\\d+)/.exec(after('-vf'))[1]);
const log = join(__dirname, 'converted.log');
appendFileSync(log, height + '\\n');
const died = join(__dirname, 'died');
if (content.includes('DIES') && height === 720 && !existsSync(died)) {
  writeFileSync(died, '');
  process.kill(process.pid, 'SIGKILL');
}
const [, keyFile, vector] = readFileSync(after('-hls_key_info_file'), 'utf8').split('\\n');
const key = readFileSync(keyFile);
const iv = Buffer.from(vector, 'hex');
const list = args.at(-1);
const seconds = [6, 6.4];
seconds.forEach((_, at) => {
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  const text = 'segment ' + at + ' at ' + height;
  writeFileSync(join(dirname(list), at + '.ts'), Buffer.concat([cipher.update(text), cipher.final()]));
});
console.log('out_time_us=12400000');
writeFileSync(list, ['#EXTM3U', ...seconds.map((one, at) => '#EXTINF:' + one + ',\\n' + at + '.ts')].join('\\n'));
`;

/** Writes the program into a folder; returns its path. */
export async function writeConverter(folder: string): Promise<string> {
  // The package of a folder above must not make it a module.
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}');
  const path = join(folder, 'converter');
  await writeFile(path, program);
  await chmod(path, 0o755);
  return path;
}

/** The heights that the program converted into, in order. */
export async function convertedHeights(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, 'converted.log'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}
