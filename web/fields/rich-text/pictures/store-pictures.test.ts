import { describe, expect, it } from 'vitest';
import { LeftOut } from './left-out.ts';
import { type PictureStore, storePictures } from './store-pictures.ts';
import type { PictureProgress, WaitingPicture } from './waiting-pictures.ts';

const megabyte = 1024 * 1024;

function picture(id: number, name: string, type: string, bytes = 10): WaitingPicture {
  const file = new File([new Uint8Array(bytes)], name, { type });
  return { id, name, read: () => Promise.resolve(file) };
}

/** A store that notes what it is asked for, and fails for some names. */
function store(answer: boolean, failing: readonly string[] = []) {
  const asked: (readonly string[])[] = [];
  const last = new Map<number, PictureProgress>();
  const outside: PictureStore = {
    mayConvert: async names => {
      asked.push(names);
      return answer;
    },
    upload: async file => {
      if (failing.includes(file.name)) throw new Error('offline');
      return `/common/file/${file.name}`;
    },
    tell: (id, progress) => last.set(id, progress),
  };
  return { asked, last, outside };
}

describe('what several pastes left out', () => {
  it('is counted together, with the names of all pictures that failed', () => {
    const one = new LeftOut().and('video').and('pictureFailed', '甲');
    const both = one.with(new LeftOut().and('video').and('card').and('pictureFailed', '乙'));
    expect(Object.fromEntries(both.counts)).toEqual({ video: 2, pictureFailed: 2, card: 1 });
    expect(both.failed).toEqual(['甲', '乙']);
    expect(one.counts.get('video')).toBe(1);
  });
});

describe('storePictures', () => {
  it('asks once for all pictures that have to be converted, and names none that were declined', async () => {
    const { asked, last, outside } = store(false);
    const pictures = [1, 2, 3, 4, 5].map(id => picture(id, `${id}.png`, 'image/png'));
    const left = await storePictures([...pictures, picture(6, '6.gif', 'image/gif')], outside);
    expect(asked).toEqual([['1.png', '2.png', '3.png', '4.png', '5.png']]);
    expect([...last.values()].filter(progress => 'leftOut' in progress)).toHaveLength(5);
    expect(last.get(6)).toEqual({ address: '/common/file/6.gif' });
    expect(left.isNone).toBe(true);
  });

  it('asks nothing where no picture has to be converted', async () => {
    const { asked, outside } = store(true);
    await storePictures([picture(1, '1.jpg', 'image/jpeg')], outside);
    expect(asked).toEqual([]);
  });

  it('names the pictures that are too large, of another kind, unreadable or not uploaded, and stores the others', async () => {
    const { last, outside } = store(true, ['3.jpg']);
    const pictures: WaitingPicture[] = [
      picture(1, '1.jpg', 'image/jpeg', megabyte + 1),
      picture(2, '2.svg', 'image/svg+xml'),
      picture(3, '3.jpg', 'image/jpeg'),
      { id: 4, name: '4', read: () => Promise.resolve(undefined) },
      { id: 5, name: '5', read: () => Promise.reject(new Error('broken')) },
      picture(6, '6.jpg', 'image/jpeg'),
    ];
    const left = await storePictures(pictures, outside);
    expect(Object.fromEntries(left.counts)).toEqual({
      ...{ pictureSize: 1, pictureKind: 1, pictureFailed: 1, lostPicture: 2 },
    });
    expect(left.failed).toEqual(['3.jpg']);
    expect(last.get(6)).toEqual({ address: '/common/file/6.jpg' });
    expect([1, 2, 3, 4, 5].map(id => last.get(id))).toEqual(Array(5).fill({ leftOut: true }));
  });
});
