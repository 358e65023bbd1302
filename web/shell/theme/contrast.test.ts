import { describe, expect, it } from 'vitest';
import { contrast, isHex, mix, readable, textContrast } from './contrast.ts';

describe('contrast', () => {
  it('is 21 for black on white, whichever comes first, and 1 for a colour on itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#409eff', '#409eff')).toBe(1);
  });

  it('knows that the default primary cannot be read on white', () => {
    expect(contrast('#409eff', '#ffffff')).toBeLessThan(textContrast);
  });
});

describe('readable', () => {
  it('leaves a colour that can be read as it is', () => {
    expect(readable('#0958d9', '#ffffff')).toBe('#0958d9');
    expect(readable('#409eff', '#141414')).toBe('#409eff');
  });

  it.each(['#409eff', '#ffe58f', '#ffffff', '#52c41a', '#111111'] as const)(
    'gives a shade of %s that people can read on light and on dark',
    colour => {
      for (const behind of ['#ffffff', '#f5f6f8', '#181b21', '#000000'] as const)
        expect(contrast(readable(colour, behind), behind)).toBeGreaterThanOrEqual(textContrast);
    },
  );
});

describe('isHex', () => {
  it('takes a full colour and nothing else', () => {
    expect(isHex('#14aaff')).toBe(true);
    expect(['#fff', '14aaff', 'red', '#14aafg', null, 3].some(isHex)).toBe(false);
  });
});

describe('mix', () => {
  it('goes from the one colour to the other', () => {
    expect(mix('#000000', '#ffffff', 0)).toBe('#000000');
    expect(mix('#000000', '#ffffff', 1)).toBe('#ffffff');
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  });
});
