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
}

/** Addresses of one stream until a time. */
export interface StreamAddresses {
  readonly pushUrl: string;
  /** The push address in two parts, as broadcasting programs ask for it. */
  readonly server: string;
  readonly streamKey: string;
  readonly playUrl: string;
}

/**
 * Parses `tencent://KEY@push-host/app?play=play-host&playKey=…`, or the same with `aliyun`; `playKey` may be left out.
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
  return {
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

/** The addresses of a stream, which end at `until`. */
export function streamAddresses(live: LiveVendor, stream: string, until: Date): StreamAddresses {
  const { vendor, pushHost, playHost, app, pushKey, playKey } = live;
  const server = `rtmp://${pushHost}/${app}/`;
  const streamKey = `${stream}?${signature(vendor, pushKey, `/${app}/${stream}`, until)}`;
  const playPath = `/${app}/${stream}.m3u8`;
  const signed = playKey === undefined ? '' : `?${signature(vendor, playKey, playPath, until)}`;
  return {
    ...{ server, streamKey },
    pushUrl: `${server}${streamKey}`,
    playUrl: `https://${playHost}${playPath}${signed}`,
  };
}
