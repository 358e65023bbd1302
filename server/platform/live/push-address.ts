import { createHash } from 'node:crypto';

/** The vendor that carries live pictures, from the setting `LIVE_URL`. */
export interface LiveVendor {
  readonly vendor: 'tencent' | 'aliyun';
  /** Host to push to, and host to watch at. */
  readonly pushHost: string;
  readonly playHost: string;
  readonly app: string;
  /** Key that signs push addresses, and the one that signs play addresses, if they are signed. */
  readonly pushKey: string;
  readonly playKey: string | undefined;
  /**
   * Seconds for which the vendor accepts an address after the time in it: with Aliyun the validity of the domain, which
   * counts on top of that time (help.aliyun.com/zh/live/user-guide/url-signing).
   */
  readonly validSeconds: number;
}

/** Seconds of validity that a domain of Aliyun has unless its owner sets others. */
const aliyunSeconds = 1_800;

/** Addresses of one stream until a time. */
export interface StreamAddresses {
  readonly pushUrl: string;
  /** The push address in two parts, as broadcasting programs ask for it. */
  readonly server: string;
  readonly streamKey: string;
  readonly playUrl: string;
}

/**
 * Parses `tencent://KEY@push-host/app?play=play-host&playKey=…`, or the same with `aliyun`, where `valid` gives the seconds
 * of validity of its domains; `playKey` and `valid` may be left out.
 * Returns the missing parts instead, if there are any.
 */
export function readLiveUrl(text: string): LiveVendor | { readonly missing: string } {
  const url = new URL(text);
  const parts = {
    KEY: decodeURIComponent(url.username),
    'push-host': url.host,
    app: url.pathname.replace(/^\/|\/$/g, ''),
    play: url.searchParams.get('play')?.trim() ?? '',
  };
  const missing = Object.entries(parts).filter(([, value]) => value === '');
  if (missing.length > 0) return { missing: missing.map(([name]) => name).join(', ') };
  const valid = Number(url.searchParams.get('valid') ?? aliyunSeconds);
  if (!Number.isInteger(valid) || valid < 0) return { missing: 'valid' };
  return {
    validSeconds: url.protocol === 'aliyun:' ? valid : 0,
    vendor: url.protocol === 'aliyun:' ? 'aliyun' : 'tencent',
    ...{ pushHost: parts['push-host'], playHost: parts.play, app: parts.app, pushKey: parts.KEY },
    playKey: url.searchParams.get('playKey')?.trim() || undefined,
  };
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/**
 * The signature of a stream's address, by the vendor's public rules: Tencent signs key, stream name and time in
 * hexadecimal; Aliyun (type A) signs path, time and key.
 */
function signature(vendor: LiveVendor['vendor'], key: string, path: string, until: Date): string {
  const seconds = Math.floor(until.getTime() / 1000);
  if (vendor === 'aliyun') {
    const head = `${seconds}-0-0`;
    return `auth_key=${head}-${md5(`${path}-${head}-${key}`)}`;
  }
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const time = seconds.toString(16).toUpperCase();
  return `txSecret=${md5(`${key}${name}${time}`)}&txTime=${time}`;
}

/** Until when the two addresses of a stream are accepted. */
interface StreamTimes {
  readonly push: Date;
  readonly play: Date;
}

/** The addresses of a stream, accepted until these times. */
export function streamAddresses(live: LiveVendor, stream: string, until: StreamTimes): StreamAddresses {
  const { vendor, pushHost, playHost, app, pushKey, playKey, validSeconds } = live;
  const signedTime = (time: Date) => new Date(time.getTime() - validSeconds * 1000);
  const server = `rtmp://${pushHost}/${app}/`;
  const streamKey = `${stream}?${signature(vendor, pushKey, `/${app}/${stream}`, signedTime(until.push))}`;
  const playPath = `/${app}/${stream}.m3u8`;
  const signed =
    playKey === undefined ? '' : `?${signature(vendor, playKey, playPath, signedTime(until.play))}`;
  return {
    ...{ server, streamKey },
    pushUrl: `${server}${streamKey}`,
    playUrl: `https://${playHost}${playPath}${signed}`,
  };
}
