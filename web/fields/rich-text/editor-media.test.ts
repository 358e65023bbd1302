import { describe, expect, it } from 'vitest';
import { mediaProblem } from './editor-media.ts';

const file = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type });
const megabyte = 1024 * 1024;

describe('mediaProblem', () => {
  it('lets a JPEG and a GIF of one megabyte in, and not one byte more', () => {
    expect(mediaProblem('image', file('a.jpg', 'image/jpeg', megabyte))).toBeUndefined();
    expect(mediaProblem('image', file('a.GIF', 'image/gif', 10))).toBeUndefined();
    expect(mediaProblem('image', file('a.jpg', 'image/jpeg', megabyte + 1))).toBe('size');
  });

  it('refuses other images, by name and by type', () => {
    expect(mediaProblem('image', file('a.png', 'image/png', 10))).toBe('kind');
    expect(mediaProblem('image', file('a.jpg', 'image/png', 10))).toBe('kind');
  });

  it('lets mp4 and rmvb in, also where the browser knows no type for it', () => {
    expect(mediaProblem('video', file('a.mp4', 'video/mp4', 10))).toBeUndefined();
    expect(mediaProblem('video', file('a.rmvb', '', 10))).toBeUndefined();
    expect(mediaProblem('video', file('a.avi', 'video/x-msvideo', 10))).toBe('kind');
    expect(mediaProblem('video', file('a.mp4', 'video/mp4', 20 * megabyte + 1))).toBe('size');
  });
});
