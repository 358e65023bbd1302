import { expect, test } from 'vitest';
import { field } from '../kernel/make-field.ts';
import { validateValue } from '../kernel/validate/validate.ts';
import { limits } from '../limits.ts';

const content = field.richText({ label: { zh: '正文', en: 'Text' } });

test('an article of 900 words and 3 MB of styles has room, one with too many words has not', () => {
  const styled = `<p style="${'letter-spacing:1px;'.repeat(3_400)}">${'艺考字'.repeat(6)}</p>`.repeat(50);
  expect(styled.length).toBeGreaterThan(3_000_000);
  expect(validateValue('content', content, styled)).toEqual({ value: styled });
  const long = `<p>${'字'.repeat(limits.richTextWords + 1)}</p>`;
  expect(validateValue('content', content, long)).toMatchObject({
    issue: { code: 'tooLong', params: { max: limits.richTextWords } },
  });
});
