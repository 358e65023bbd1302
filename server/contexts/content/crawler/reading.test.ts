import { load } from 'cheerio';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodePage } from './decode-page.ts';
import { pageAddress } from './page-address.ts';
import { readArticle } from './read-article.ts';
import { readFeed } from './read-feed.ts';
import { readList } from './read-list.ts';

const now = new Date('2026-11-05T12:00:00+08:00');
const url = 'https://www.example.edu.cn/news/index.html';
const none = {
  listSelector: null,
  titleSelector: null,
  contentSelector: null,
  dateSelector: null,
  nextPage: null,
};
const item = { url: 'https://www.example.edu.cn/news/1.html', title: '校考公告', publishDate: null };

/** When the feeds are read. */
const at = new Date('2026-11-05T00:00:00Z');

describe('the encoding', () => {
  const page = (charset: string) => `<meta charset="${charset}"><h1>美术与设计类校考公告：囧堃</h1>`;
  test.each([
    ['utf-8', 'utf-8', 'utf-8'],
    ['gb18030', 'gb2312', undefined],
    ['gbk', 'gbk', 'utf-8'],
    ['gbk', 'gb2312', 'iso-8859-1'],
    ['utf-8', 'gb2312', 'gb2312'],
    ['utf-8', 'utf-8', 'iso-8859-1'],
    ['utf-8', '', undefined],
  ])('of %s that calls itself %s under a header of %s is found', (real, named, header) => {
    expect(decodePage(iconv.encode(page(named), real), header)).toContain('美术与设计类校考公告：囧堃');
  });

  test('of GBK that is named nowhere, of Big5 and of UTF-16 is found', () => {
    expect(decodePage(iconv.encode('<h1>报名须知</h1>', 'gbk'), undefined)).toContain('报名须知');
    const big5 = '<meta http-equiv="Content-Type" content="text/html; charset=big5"><h1>報名須知</h1>';
    expect(decodePage(iconv.encode(big5, 'big5'), 'gbk')).toContain('報名須知');
    expect(decodePage(iconv.encode('<h1>报名</h1>', 'utf16le', { addBOM: true }), undefined)).toContain(
      '报名',
    );
    expect(
      decodePage(iconv.encode('<?xml version="1.0" encoding="GBK"?><a>报名</a>', 'gbk'), undefined),
    ).toContain('报名');
  });

  test('that does not exist, and bytes that are broken, give a text all the same', () => {
    expect(decodePage(Buffer.from('<meta charset="nonsense"><p>报名'), 'x-none')).toContain('报名');
    expect(decodePage(Buffer.from([0x3c, 0x70, 0x3e, 0xff, 0xff, 0x41]), 'utf-8')).toContain('A');
  });
});

test('two links to one page are one address, and what is no page is none', () => {
  const same = [
    'https://a.cn/x?b=2&a=1#top',
    'https://a.cn/x?a=1&b=2&utm_source=wx',
    'https://A.cn:443/x?spm=1.2&a=1&b=2',
  ];
  expect(new Set(same.map(text => pageAddress(text)))).toEqual(new Set(['https://a.cn/x?a=1&b=2']));
  expect(pageAddress('../b.html', 'https://a.cn/x/y/')).toBe('https://a.cn/x/b.html');
  for (const text of ['javascript:void(0)', 'mailto:a@b.cn', 'ftp://a.cn/', 'http://', '#']) {
    expect(pageAddress(text)).toBeUndefined();
  }
});

describe('a list', () => {
  const html = `<base href="/base/"><table class="list">
    <tr><td><a href="1.html?utm_source=x" title="2026年校考公告（全文）">2026年校考…</a></td><td>11-03</td></tr>
    <tr><td><a href="/2.html#a">统考安排</a><a href="/2.html"><img></a></td><td>昨天 18:20</td></tr>
    <tr><td>没有链接</td></tr><tr><td><a href="javascript:go()">x</a></td></tr></table>
    <a class="next" href="?page=2">下一页</a>`;
  const rules = { ...none, listSelector: 'table.list > tbody > tr', nextPage: 'a.next' };

  test('gives the items of a selector as browsers write it, with whole addresses and dates', () => {
    const listing = readList(load(html), url, rules, now);
    expect(listing.items).toEqual([
      {
        url: 'https://www.example.edu.cn/base/1.html',
        title: '2026年校考公告（全文）',
        publishDate: '2026-11-03',
      },
      { url: 'https://www.example.edu.cn/2.html', title: '统考安排', publishDate: '2026-11-04' },
    ]);
    expect(listing).toMatchObject({
      matched: 4,
      nextUrl: 'https://www.example.edu.cn/base/?page=2',
      notFeed: false,
    });
  });

  test('of a selector that matches links, or lies within them', () => {
    const links = '<a href="/1.html"><h3>一</h3></a><a href="/2.html"><h3>二</h3></a>';
    for (const listSelector of ['a', 'h3']) {
      const found = readList(load(links), url, { ...rules, listSelector }, now);
      expect(found.items.map(({ title }) => title)).toEqual(['一', '二']);
    }
  });

  test('that matches nothing is empty, and of ten thousand items two hundred are taken', () => {
    expect(readList(load(html), url, { ...rules, listSelector: '.gone' }, now)).toMatchObject({
      matched: 0,
      items: [],
    });
    const many = Array.from({ length: 10_000 }, (_, n) => `<li><a href="/${n}.html">${n}</a></li>`).join('');
    const listing = readList(load(many), url, { ...rules, listSelector: 'li' }, now);
    expect(listing.matched).toBe(10_000);
    expect(listing.items).toHaveLength(200);
  });
});

describe('a feed', () => {
  const items = [{ url: 'https://www.example.edu.cn/a.html', title: 'A & B', publishDate: '2026-11-04' }];

  test('is read as RSS, Atom and JSON, its times in Shanghai', () => {
    const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><item><title>A &amp; B</title>
      <link>/a.html</link><pubDate>Tue, 03 Nov 2026 20:00:00 GMT</pubDate></item></channel></rss>`;
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title>A &amp; B</title>
      <link rel="alternate" href="/a.html"/><updated>2026-11-03T20:00:00Z</updated></entry></feed>`;
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 't',
      items: [{ id: '1', url: '/a.html', title: 'A & B', date_published: '2026-11-03T20:00:00Z' }],
    });
    for (const text of [rss, atom, json]) expect(readFeed(text, url, at).items).toEqual(items);
  });

  test('gives the dates of RDF, and of JSON the items whose address is their id', () => {
    const rdf = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>t</title></channel>
      <item rdf:about="/a.html"><title>A &amp; B</title><link>/a.html</link><dc:date>2026-11-04T09:00:00+08:00</dc:date></item></rdf:RDF>`;
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 't',
      items: [
        { id: 'https://www.example.edu.cn/a.html', title: 'A & B', date_published: '2026-11-03T20:00:00Z' },
      ],
    });
    for (const text of [rdf, json]) expect(readFeed(text, url, at).items).toEqual(items);
  });

  test('that is cut off gives its whole items, and says that it is cut', () => {
    const item =
      '<item><title>A &amp; B</title><link>/a.html</link><pubDate>Tue, 03 Nov 2026 20:00:00 GMT</pubDate></item>';
    const entry =
      '<entry><title>A &amp; B</title><link href="/a.html"/><updated>2026-11-03T20:00:00Z</updated></entry>';
    const cut = [
      `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${item}<item><title>B</ti`,
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>${entry}<entry><title>B`,
    ];
    for (const text of cut)
      expect(readFeed(text, url, at)).toMatchObject({ items, cut: true, notFeed: false });
  });

  test('that is none, or empty, is told', () => {
    expect(readFeed('<html><body>x</body></html>', url, at)).toMatchObject({ notFeed: true, items: [] });
    const empty = '<?xml version="1.0"?><rss version="2.0"><channel><title>t</title></channel></rss>';
    expect(readFeed(empty, url, at)).toMatchObject({ notFeed: false, items: [] });
  });

  test('with an entity that refers to a file, or to itself a million times, gives none of it away', () => {
    const outer = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <rss version="2.0"><channel><title>t</title><item><title>&x;</title><link>/a.html</link></item></channel></rss>`;
    expect(JSON.stringify(readFeed(outer, url, at))).not.toContain('root:');
    const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    const bomb = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "lol">${lol}]>
      <rss version="2.0"><channel><title>t</title><item><title>&l9;</title><link>/a.html</link></item></channel></rss>`;
    expect(JSON.stringify(readFeed(bomb, url, at)).length).toBeLessThan(10_000);
  });
});

describe('a page', () => {
  const text = '考生须在规定时间内登录报名系统，如实填写个人信息，并上传近期免冠照片。'.repeat(12);
  const html = `<html><head><title>新闻网</title></head><body><nav><a href="/">首页</a></nav>
    <h1 class="t">关于 2026年 校考的公告</h1><div class="meta">发布时间：２０２６年１１月２日　来源：招生办</div>
    <div class="body"><p onclick="x()">${text}</p><script>alert(1)</script>
    <img data-src="/img/1.jpg" src="data:image/gif;base64,R0lGOD"><a href="2.pdf">附件</a></div></body></html>`;
  const rules = { ...none, titleSelector: '.t', contentSelector: '.body', dateSelector: '.meta' };

  test('gives title, date, text and pictures by its selectors, whole and without scripts', async () => {
    const article = await readArticle(html, item.url, rules, item, now);
    expect(article).toMatchObject({
      title: '关于 2026年 校考的公告',
      titleBy: 'selector',
      publishDate: '2026-11-02',
      dateBy: 'selector',
      contentBy: 'selector',
      picture: 'https://www.example.edu.cn/img/1.jpg',
    });
    expect(article.content).toContain('src="https://www.example.edu.cn/img/1.jpg"');
    expect(article.content).toContain('href="https://www.example.edu.cn/news/2.pdf"');
    expect(article.content).not.toMatch(/script|onclick|alert/);
    expect(article.textLength).toBeGreaterThan(400);
  });

  test('is stored once where a selector matches an element and one within it', async () => {
    const nested =
      '<div class="body"><p>甲</p><div class="body"><p>乙</p></div></div><div class="body"><p>丙</p></div>';
    const { content } = await readArticle(nested, item.url, { ...none, contentSelector: '.body' }, item, now);
    expect(content.replace(/<[^>]+>/g, '')).toBe('甲乙丙');
  });

  test('is read by its shape where there are no selectors', async () => {
    const article = await readArticle(html, item.url, none, item, now);
    expect(article).toMatchObject({
      title: '校考公告',
      titleBy: 'otherwise',
      publishDate: '2026-11-02',
      dateBy: 'otherwise',
      contentBy: 'otherwise',
    });
    expect(article.content).toContain('考生须在规定时间内');
    expect(article.content).not.toContain('首页');
  });

  test('says which selector found nothing, and keeps nothing of an empty text', async () => {
    const gone = { ...none, titleSelector: '.a', contentSelector: '.b', dateSelector: '.c' };
    expect(await readArticle('<p>x</p>', item.url, gone, { ...item, title: '' }, now)).toMatchObject({
      title: '',
      titleBy: 'nothing',
      dateBy: 'nothing',
      contentBy: 'nothing',
      content: '',
      textLength: 0,
    });
    const filled = await readArticle(
      '<div class="b"><script>fill()</script></div>',
      item.url,
      gone,
      item,
      now,
    );
    expect(filled).toMatchObject({ content: '', contentBy: 'nothing' });
  });
});
