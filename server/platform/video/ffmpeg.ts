import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Facts of a video that a program reads of it. */
export interface VideoFacts {
  /** Whole seconds, rounded up. */
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
}

/** Thrown for a file in which the program finds no video that it can read; `detail` is its last line. */
export class VideoUnreadable extends Error {
  readonly detail: string;

  constructor(detail: string) {
    super(`The video cannot be read: ${detail}`);
    this.name = 'VideoUnreadable';
    this.detail = detail;
  }
}

/** The program that converts videos: the given path, or `ffmpeg` of the machine; undefined where there is none. */
export function findFfmpeg(given: string | undefined, path = process.env.PATH ?? ''): string | undefined {
  if (given !== undefined) return existsSync(given) ? given : undefined;
  return path
    .split(delimiter)
    .map(folder => join(folder, 'ffmpeg'))
    .find(file => existsSync(file));
}

/** Ends its program when its parent dies, so that a job that is killed leaves none behind; part of util-linux. */
const setpriv = '/usr/bin/setpriv';

/** Characters of the program's messages that are kept. */
const keptMessages = 16_384;

/** A run of the program. */
interface Run {
  readonly args: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Receives the seconds of video that are done. */
  readonly onProgress?: (seconds: number) => void;
}

function start(program: string, args: readonly string[]): ChildProcess {
  const command = ['nice', '-n', '10', program, ...args];
  const [first = program, ...rest] = existsSync(setpriv)
    ? [setpriv, '--pdeathsig', 'KILL', ...command]
    : command;
  return spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the program to its end; returns its exit code and messages. Rejects when it cannot start, is aborted or killed. */
function run(
  program: string,
  { args, signal, onProgress }: Run,
): Promise<{ code: number; messages: string }> {
  return new Promise((resolve, reject) => {
    const child = start(program, args);
    let messages = '';
    const abort = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', abort, { once: true });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const times = [...text.matchAll(/^out_time_us=(\d+)$/gm)];
      const last = times.at(-1)?.[1];
      if (last !== undefined) onProgress?.(Number(last) / 1_000_000);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      messages = (messages + text).slice(-keptMessages);
    });
    child.once('error', reject);
    child.once('close', (code, ended) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else if (ended) reject(new Error(`The program was ended by ${ended}`));
      else resolve({ code: code ?? 1, messages });
    });
  });
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim().slice(0, 200) ?? '';

/** The reason in the program's last message, which begins with the path of the file on this server. */
function reasonIn(messages: string, file?: string): string {
  const line = lastLine(messages);
  const plain = file === undefined ? line : line.replaceAll(file, '').replace(/^[\s:]+/, '');
  return plain.replaceAll(/(?:[A-Za-z]:)?[\\/][^\s:'"]+:?\s*/g, '').trim();
}

async function runWell(program: string, what: Run): Promise<void> {
  const { code, messages } = await run(program, what);
  if (code !== 0) throw new VideoUnreadable(reasonIn(messages));
}

/** Reads length and size of a video's picture. Throws {@link VideoUnreadable}. */
export async function readFacts(program: string, file: string): Promise<VideoFacts> {
  // Without an output the program ends with a failure, after it has reported what it found.
  const { messages } = await run(program, { args: ['-hide_banner', '-nostdin', '-i', file] });
  const time = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(messages);
  const size = /Stream #.*Video: .*?\b(\d{2,5})x(\d{2,5})\b/.exec(messages);
  if (!time || !size) throw new VideoUnreadable(reasonIn(messages, file));
  const seconds = Math.ceil(Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]));
  const [width, height] = [Number(size[1]), Number(size[2])];
  // Phones store upright pictures on their side with a note; players and the program turn them.
  const turned = /rotat(?:e\s*:|ion of)\s*-?(\d+)/.exec(messages);
  const upright = turned !== null && Number(turned[1]) % 180 === 90;
  return upright ? { seconds, width: height, height: width } : { seconds, width, height };
}

/** Writes a picture of a video, from a tenth of its length, as a JPEG at most 720 pixels high. */
export function writeCover(program: string, file: string, facts: VideoFacts, to: string): Promise<void> {
  const at = String(Math.min(30, Math.floor(facts.seconds / 10)));
  return runWell(program, {
    args: [
      ...['-hide_banner', '-nostdin', '-y', '-ss', at, '-i', file, '-frames:v', '1'],
      ...['-vf', "scale=-2:'min(720,trunc(ih/2)*2)'", '-q:v', '4', to],
    ],
  });
}

/** A conversion into segments of one height. */
export interface Conversion {
  readonly file: string;
  readonly height: number;
  /** Folder that receives `list.m3u8` and `0.ts`, `1.ts` …. */
  readonly folder: string;
  /** Key info file of the program: address, file of the key, initialisation vector. */
  readonly keyInfo: string;
  readonly signal: AbortSignal;
  readonly onProgress: (seconds: number) => void;
}

/** Converts a video into segments of six seconds, encrypted with AES-128. Throws {@link VideoUnreadable}. */
export function convert(program: string, conversion: Conversion): Promise<void> {
  const { file, height, folder, keyInfo, signal, onProgress } = conversion;
  return runWell(program, {
    ...{ signal, onProgress },
    args: [
      ...['-hide_banner', '-nostdin', '-y', '-progress', 'pipe:1', '-i', file],
      ...['-map', '0:v:0', '-map', '0:a:0?', '-vf', `scale=-2:${height}`],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
      ...['-force_key_frames', 'expr:gte(t,n_forced*6)', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
      ...['-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod', '-hls_key_info_file', keyInfo],
      ...['-hls_segment_filename', join(folder, '%d.ts'), join(folder, 'list.m3u8')],
    ],
  });
}
