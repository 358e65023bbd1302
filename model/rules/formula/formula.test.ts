import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateFormula, type FormulaValues, formulaFault, usualPlaces } from './evaluate.ts';
import { faultText } from './fault.ts';
import { parseFormula } from './parse.ts';
import { formulaLetters } from './variables.ts';

function worth(text: string, values: FormulaValues, places = usualPlaces) {
  const read = parseFormula(text);
  return 'fault' in read ? read.fault : evaluateFormula(read.formula, values, places);
}

const scores = { R: '430', W: '750', U: '255', Q: '300', T: '88', P: '100' };

test.each([
  ['R*0.5+U*(W/Q)*0.5', '533.75'],
  ['R*0.3+U*2.5*0.7', '575.25'],
  ['R*0.7+U*2.5*0.3', '492.25'],
  ['R*0.6+U/Q*W*0.4', '513.00'],
  ['U+R*0.4', '427.00'],
  ['R/W*40+T/P*60', '75.73'],
  ['R/3*3', '430.00'],
  ['min(R,U)+max(1,2,3)+abs(-1)', '259.00'],
  ['round(R/7,1)+floor(2.9)+ceil(2.1)', '66.40'],
  ['floor(-1.5)', '-2.00'],
  ['if(U>=200,R,0)', '430.00'],
  ['if(U==255,1,R/(U-255))', '1.00'],
  ['-(-R)-R', '0.00'],
  ['Ｒ', undefined],
  ['R×0.5＋U×（W÷Q）×0.5', '533.75'],
])('%s is worth %s (domain 4.7)', (text, value) => {
  if (value !== undefined) expect(worth(text, scores)).toEqual({ value });
  else expect(worth(text, scores)).toMatchObject({ code: 'unexpected', position: 0 });
});

test('the result has the places and the rounding of its formula', () => {
  expect(worth('R/7', scores, { decimals: 4, roundMode: 2 })).toEqual({ value: '61.4285' });
  expect(worth('R/7', scores, { decimals: 0, roundMode: 1 })).toEqual({ value: '61' });
  expect(worth('-0.005', scores)).toEqual({ value: '-0.01' });
  expect(worth('-0.005', scores, { decimals: 2, roundMode: 2 })).toEqual({ value: '0.00' });
});

test('a letter that nobody knows makes the result unknown, not 0', () => {
  expect(worth('R+E', scores)).toEqual({ value: null });
  expect(worth('min(R,E)', { ...scores, E: null })).toEqual({ value: null });
  expect(worth('if(E>60,R,0)', scores)).toEqual({ value: null });
  expect(worth('if(R>60,R,E)', scores)).toEqual({ value: '430.00' });
});

test.each([
  ['R*', 'unfinished', 2],
  ['R* ', 'unfinished', 2],
  ['', 'empty', 0],
  ['  ', 'empty', 0],
  ['R/0', 'divisionByZero', 2],
  ['R/(1-1)', 'divisionByZero', 3],
  ['alert(1)', 'unknownName', 0],
  ['R+constructor', 'unknownName', 2],
  ['R+toString(1)', 'unknownName', 2],
  ['r+1', 'unknownName', 0],
  ['R R', 'unexpected', 2],
  ['R;1', 'unexpected', 1],
  ['(R', 'unfinished', 2],
  ['R)', 'unexpected', 1],
  ['1.2.3', 'unexpected', 3],
  ['round(R,2,3)', 'argumentCount', 0],
  ['floor()', 'unexpected', 6],
  ['if(R,1,2)', 'needsCondition', 0],
  ['if(R>1,2)', 'unexpected', 8],
  ['round(R,9)', undefined, 0],
  ['round(1,9)', 'places', 0],
  ['1'.repeat(256), 'tooLong', 255],
  ['9*'.repeat(1_000_000), 'tooLong', 255],
  [`${'('.repeat(21)}R${')'.repeat(21)}`, 'tooDeep', 20],
  [`${'-'.repeat(30)}R`, 'tooDeep', 20],
])('%.30s is refused as %s at %i', (text, code, position) => {
  const fault = formulaFault(text);
  expect(fault && { code: fault.code, position: fault.position }).toEqual(code && { code, position });
  if (fault) expect(Object.values(faultText(fault)).every(one => one.length > 3)).toBe(true);
});

test('a division by nought that the scores bring about names its place', () => {
  expect(worth('R/(U-255)', scores)).toEqual({ fault: { code: 'divisionByZero', position: 3 } });
});

describe('whatever is written', () => {
  const characters = fc.constantFrom(
    ...formulaLetters,
    ...'0123456789.+-*/(),<>= ',
    'min(',
    'if(',
    'round(',
    '>=',
  );
  const texts = fc.array(characters, { maxLength: 60 }).map(parts => parts.join(''));

  test('it is a formula that comes to something, or a fault at a place within it', () => {
    const values = Object.fromEntries(formulaLetters.map((letter, index) => [letter, `${index - 3}.25`]));
    fc.assert(
      fc.property(texts, text => {
        const result = worth(text, values);
        const fault = 'code' in result ? result : 'fault' in result ? result.fault : undefined;
        if (fault) {
          expect(fault.position).toBeGreaterThanOrEqual(0);
          expect(fault.position).toBeLessThanOrEqual(text.length);
        } else expect(result).toEqual({ value: expect.stringMatching(/^-?\d+\.\d\d$/) });
      }),
      { numRuns: 2_000 },
    );
  });

  const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(units => (units / 100).toFixed(2));
  test('sums and products are those of school', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (R, U, T) => {
        const at = { decimals: 4, roundMode: 1 };
        const exact = (text: string) => worth(text, { R, U, T }, at);
        expect(exact('R*(U+T)')).toEqual(exact('R*U+R*T'));
        expect(exact('R-U')).toEqual(exact('-(U-R)'));
        expect(exact('max(R,U)+min(R,U)')).toEqual(exact('R+U'));
        if (Number(U) !== 0) expect(exact('R/U*U')).toEqual(exact('R'));
      }),
    );
  });
});
