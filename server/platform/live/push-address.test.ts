import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type LiveVendor, readLiveUrl, streamAddresses } from './push-address.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const until = new Date('2026-03-02T21:00:00+08:00');
const vendor = (url: string) => readLiveUrl(url) as LiveVendor;

test('addresses of Tencent are signed by key, stream and time in hexadecimal', () => {
  const time = (until.getTime() / 1000).toString(16).toUpperCase();
  const found = streamAddresses(vendor('tencent://KEY@push.example.cn/live?play=play.example.cn'), 'room1', {
    push: until,
    play: until,
  });
  expect(found).toEqual({
    server: 'rtmp://push.example.cn/live/',
    streamKey: `room1?txSecret=${md5(`KEYroom1${time}`)}&txTime=${time}`,
    pushUrl: `rtmp://push.example.cn/live/room1?txSecret=${md5(`KEYroom1${time}`)}&txTime=${time}`,
    playUrl: 'https://play.example.cn/live/room1.m3u8',
  });
});

test('addresses of Aliyun are signed by path, time and key, those of watching by the path with its ending', () => {
  // The vendor adds the validity of the domain, half an hour unless the setting says otherwise.
  const seconds = until.getTime() / 1000 - 1_800;
  const url = 'aliyun://KEY@push.example.cn/live?play=play.example.cn&playKey=OTHER';
  const found = streamAddresses(vendor(url), 'room1', { push: until, play: until });
  expect(found.streamKey).toBe(`room1?auth_key=${seconds}-0-0-${md5(`/live/room1-${seconds}-0-0-KEY`)}`);
  expect(found.playUrl).toBe(
    `https://play.example.cn/live/room1.m3u8?auth_key=${seconds}-0-0-${md5(`/live/room1.m3u8-${seconds}-0-0-OTHER`)}`,
  );
});

test('the validity of a domain of Aliyun is set by the operator', () => {
  const url = 'aliyun://KEY@push.example.cn/live?play=play.example.cn&valid=600';
  const seconds = until.getTime() / 1000 - 600;
  const { streamKey } = streamAddresses(vendor(url), 'room1', { push: until, play: until });
  expect(streamKey).toContain(`auth_key=${seconds}-0-0-`);
  expect(readLiveUrl(`${url}x`)).toEqual({ missing: 'valid' });
});

test('a setting without its parts names them', () => {
  expect(readLiveUrl('tencent://push.example.cn/')).toEqual({ missing: 'KEY, app, play' });
});
