import { heading, picture, sentence } from './texts.ts';

/* Shapes of 秀米: boxes in boxes that lie in one line, in shares of the width, turned and moved, pictures behind them. */

const box = 'box-sizing: border-box;';

const words = (n: number, style = '') =>
  `<section style="text-align: justify; font-size: 14px; line-height: 1.8; letter-spacing: 1px; padding: 0px 10px; ${box} ${style}"><p style="white-space: normal; margin: 0px; padding: 0px; ${box}">${sentence(n)}</p></section>`;

const image = (n: number, width = 640, height = 360) =>
  `<section style="text-align: center; margin: 10px 0px; ${box}"><section style="max-width: 100%; vertical-align: middle; display: inline-block; line-height: 0; width: 90%; border-radius: 8px; overflow: hidden; box-shadow: #d9d9d9 0px 0px 6px; ${box}"><img data-ratio="0.5" data-w="${width}" src="${picture(n, width, height)}" style="vertical-align: middle; max-width: 100%; width: 100%; ${box}"></section></section>`;

const halves = (n: number) =>
  `<section style="text-align: left; justify-content: flex-start; display: flex; flex-flow: row; margin: 10px 0px; ${box}"><section style="display: inline-block; width: 50%; vertical-align: top; padding: 0px 5px 0px 0px; align-self: flex-start; flex: 0 0 auto; ${box}">${image(n, 300, 200)}</section><section style="display: inline-block; width: 50%; vertical-align: top; background-color: rgb(240, 246, 255); align-self: stretch; flex: 0 0 auto; ${box}">${words(n)}</section></section>`;

const inLine = (n: number) =>
  `<section style="text-align: center; ${box}"><section style="display: inline-block; width: 31%; vertical-align: top; border: 1px solid #5aa0e0; padding: 5px; ${box}"><p style="margin: 0px;">素描</p></section> <section style="display: inline-block; width: 31%; vertical-align: top; border: 1px solid #5aa0e0; padding: 5px; ${box}"><p style="margin: 0px;">色彩</p></section> <section style="display: inline-block; width: 31%; vertical-align: top; border: 1px solid #5aa0e0; padding: 5px; ${box}"><p style="margin: 0px;">速写 ${n % 9}</p></section></section>`;

const numbered = (n: number) =>
  `<section style="margin: 10px 0px; text-align: center; ${box}"><section style="display: inline-block; width: 34px; height: 34px; line-height: 34px; border-radius: 100%; color: rgb(255, 255, 255); background-color: rgb(201, 39, 27); ${box}">${(n % 9) + 1}</section><section style="display: inline-block; padding: 0px 10px; border-bottom: 2px dashed rgb(201, 39, 27); font-size: 18px; ${box}"><strong style="${box}">${heading(n)}</strong></section></section>`;

const moved = (n: number) =>
  `<section style="position: static; ${box}"><section style="display: inline-block; width: 100%; vertical-align: top; background-image: url(${picture(n, 600, 260)}); background-position: 50% 50%; background-repeat: no-repeat; background-size: cover; padding: 24px; ${box}"><section style="transform: translate3d(12px, 0px, 0px); -webkit-transform: translate3d(12px, 0px, 0px); margin: -6px 0px 0px; ${box}"><section style="color: rgb(255, 255, 255); font-size: 20px; text-shadow: rgb(0, 0, 0) 1px 1px 2px; ${box}"><p style="margin: 0px;">${heading(n)}</p></section></section></section></section>`;

const grid = (n: number) =>
  `<section style="display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 6px; ${box}">${[0, 1, 2].map(step => `<section style="background-color: rgb(255, 240, 214); padding: 8px; ${box}"><p style="margin: 0px; font-size: 12px;">${heading(n + step)}</p></section>`).join('')}</section>`;

const drawing = (n: number) =>
  `<section style="text-align: center; line-height: 0; ${box}"><svg viewBox="0 0 300 100" style="width: 100%; vertical-align: top; background-image: url(&quot;${picture(n, 600, 200)}&quot;); background-size: 100%;" xmlns="http://www.w3.org/2000/svg"><g transform="translate(20 20)"><rect x="0" y="0" width="120" height="60" rx="8" fill="#ffffff" fill-opacity="0.7"></rect><text x="12" y="36" font-size="18" fill="#222222">${heading(n)}</text></g></svg></section>`;

const line = () =>
  `<section style="margin: 0.5em 0px; ${box}"><section style="background-color: rgb(20, 170, 255); height: 1px; line-height: 0; ${box}"><svg viewBox="0 0 1 1" style="float: left; line-height: 0; width: 0; vertical-align: top;"></svg></section></section>`;

const vertical = (n: number) =>
  `<section style="display: inline-block; vertical-align: top; writing-mode: vertical-rl; letter-spacing: 4px; height: 120px; border-left: 1px solid #333; padding: 0 8px; ${box}"><p style="margin: 0px;">${heading(n)}</p></section>`;

const shapes = [halves, inLine, numbered, moved, grid, drawing, line, vertical, words];

/** A page as it is copied from 秀米, of six of the shapes. */
export function xiumiPage(n: number): string {
  const chosen = [
    numbered,
    ...[0, 1, 2].map(step => shapes[(n * 2 + step * 4) % shapes.length]),
    image,
    words,
  ];
  const parts = chosen.map((shape, index) => shape?.(n * 10 + index) ?? '');
  return `<section style="${box} font-style: normal; font-weight: 400; text-align: justify; font-size: 16px;" class="xmt-style-block" data-style-type="5">${parts.join('')}</section>`;
}
