import { expect, test } from 'vitest';
import { html, plainText, safeLink, structured, trusted } from './html.ts';

test('a text never becomes markup, in an element or an attribute', () => {
  const text = `"><script>alert('1')</script>&amp;`;
  expect(html`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  );
});

test('HTML within HTML stays, lists are joined, and nothing stands for nothing', () => {
  const parts = [html`<b>${1}</b>`, ' & ', trusted('<i>2</i>')];
  expect(html`${parts}${null}${undefined}${false}${0}`.text).toBe('<b>1</b> &amp; <i>2</i>0');
});

test('data for search engines cannot leave its element', () => {
  const shown = structured({ name: '</script><script>alert(1)</script>\u2028' }).text;
  expect(shown.match(/<\/?script/g)).toEqual(['<script', '</script']);
  expect(JSON.parse(shown.replace(/^<script[^>]*>|<\/script>$/g, ''))).toEqual({
    name: '</script><script>alert(1)</script>\u2028',
  });
});

test('only links of the web and of the site are links', () => {
  const good = ['https://a.cn/x', 'http://a.cn', '/news/1'];
  expect(good.map(safeLink)).toEqual(good);
  const bad = ['javascript:alert(1)', ' https://a.cn', '//evil.cn', 'data:text/html,1', '', null, undefined];
  expect(bad.map(safeLink)).toEqual(bad.map(() => undefined));
});

test('rich text is read as one line of text', () => {
  expect(plainText('<p>一&nbsp;&amp; 二</p>\n<p>三&lt;</p>', 20)).toBe('一 & 二 三<');
  expect(plainText('<p>很长的一句话</p>', 4)).toBe('很长的…');
  expect(plainText(null, 4)).toBe('');
});
