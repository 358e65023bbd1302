import { describe, expect, it } from 'vitest';
import { linkAddress, mediaAddress, pictureAddress } from './addresses.ts';
import { attributesKept } from './elements.ts';
import { keptStyle } from './styles.ts';

describe('keptStyle', () => {
  it('keeps boxes, backgrounds, layouts and type as official accounts write them', () => {
    for (const style of [
      'padding: 0px 10px; margin: -6px auto 0px; border-radius: 0 6px 6px 0',
      'box-shadow: rgba(0, 0, 0, 0.12) 2px 2px 8px; line-height: 1.75em',
      'display: inline-flex; flex: 0 0 48%; width: 48%; justify-content: space-between',
      'background-image: linear-gradient(135deg, rgb(255, 250, 240), #fff)',
      'background: url("https://mmbiz.qpic.cn/a.jpg") 50% 50% / cover no-repeat',
      'transform: translate3d(12px, 0px, 0px) rotate(-2deg); width: calc(100% - 12px)',
      'font-family: 微软雅黑, "Microsoft YaHei"; box-sizing: border-box !important',
    ])
      expect(keptStyle(style)).toBe(style);
  });

  it("takes Word's own properties away and leaves the rest", () => {
    expect(
      keptStyle('text-indent:21.0pt;mso-char-indent-count:2.0;tab-stops:list 21pt;line-height:150%'),
    ).toBe('text-indent: 21.0pt; line-height: 150%');
  });

  it('lets nothing run, load, or leave the text', () => {
    for (const style of [
      'position: fixed',
      'position: absolute !important',
      'width: expression(alert(1))',
      'width: exp/**/ression(alert(1))',
      'behavior: url(#x)',
      '-moz-binding: url(//evil.example/x)',
      'background: \\75rl(javascript:1)',
      'color: var(--secret)',
      'animation: x 1s',
      'content: "x"',
      'font-family: "</style><img src=x>"',
      'fill: url(https://evil.example/x.svg#y)',
    ])
      expect(keptStyle(style), style).not.toMatch(
        /fixed|absolute|expression|url\((?!#)|javascript|var|animation|content|</,
      );
  });

  it('leaves out a picture of another place than our store and secure sites', () => {
    expect(keptStyle('background: url(javascript:x) red')).toBe('background: none red');
    expect(keptStyle('background: url(javascript:alert(1)) red')).toBe('');
    expect(keptStyle('background-image: url(http://example.com/a.jpg)')).toBe('background-image: none');
    expect(keptStyle("background-image: url('data:image/svg+xml;utf8,<svg/>')")).toBe(
      'background-image: none',
    );
    expect(keptStyle('background-image: url(/common/file/a.jpg)')).toBe(
      'background-image: url("/common/file/a.jpg")',
    );
    expect(keptStyle('background-image: url(//mmbiz.qpic.cn/a)')).toBe(
      'background-image: url("https://mmbiz.qpic.cn/a")',
    );
  });

  it('reads what it has written as the same', () => {
    const once = keptStyle('background:url(https://a.example/b.jpg);COLOR:Red;width:1px;;fill:url(#g)');
    expect(once).toBe('background: url("https://a.example/b.jpg"); color: Red; width: 1px; fill: url(#rt-g)');
    expect(keptStyle(once)).toBe(once);
  });
});

describe('addresses', () => {
  it('links web pages, mail, telephones and our own pages', () => {
    for (const address of [
      'https://example.com/a?b=1#c',
      'mailto:a@example.com',
      'tel:10086',
      '/sch/examType',
    ])
      expect(linkAddress(address)).toBe(address);
    for (const address of [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      '',
    ])
      expect(linkAddress(address), address).toBeUndefined();
  });

  it('finds the picture that a page loads late, and no picture that is written as text', () => {
    const dot = 'data:image/gif;base64,R0lGOD';
    expect(pictureAddress({ 'data-src': 'https://a.example/1.jpg', src: dot })).toBe(
      'https://a.example/1.jpg',
    );
    expect(pictureAddress({ src: '//a.example/1.jpg' })).toBe('https://a.example/1.jpg');
    expect(pictureAddress({ src: dot })).toBeUndefined();
    expect(mediaAddress('file:///C:/1.png')).toBeUndefined();
  });
});

describe('attributesKept', () => {
  it('keeps no handler, no class and no name of the page', () => {
    expect(attributesKept('p', { onclick: 'x', class: 'a', id: 'b', constructor: 'c', title: 'd' })).toEqual({
      title: 'd',
    });
  });

  it('gives a link that opens a window no hold on ours, and makes a checkbox that cannot be pressed', () => {
    expect(attributesKept('a', { href: 'https://example.com', target: '_blank' }).rel).toBe(
      'noopener noreferrer',
    );
    expect(attributesKept('input', { type: 'text', onfocus: 'x' })).toEqual({
      type: 'checkbox',
      disabled: 'disabled',
    });
  });

  it('keeps the parts of a drawing together, under names of their own', () => {
    expect(attributesKept('lineargradient', { id: 'g1' })).toEqual({ id: 'rt-g1' });
    expect(attributesKept('path', { stroke: 'url(#g1)', d: 'M0 0 L9,9z' })).toEqual({
      stroke: 'url(#rt-g1)',
      d: 'M0 0 L9,9z',
    });
    expect(attributesKept('use', { href: 'https://evil.example/x.svg#a' })).toEqual({});
  });
});
