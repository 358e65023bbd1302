import { heading, picture, sentence } from './texts.ts';

/*
 * Shapes of articles of official accounts (mp.weixin.qq.com): sections in sections, letters in spans in spans, pictures
 * whose address is in `data-src`, drawings as ornaments.
 */

const reset =
  'margin: 0px; padding: 0px; outline: 0px; max-width: 100%; box-sizing: border-box !important; overflow-wrap: break-word !important;';

const lazy = (n: number, width = 640, height = 360) =>
  `<img class="rich_pages wxw-img js_insertlocalimg" data-galleryid="" data-imgfileid="1000${n}" data-ratio="${height / width}" data-s="300,640" data-src="${picture(n, width, height)}" data-type="jpeg" data-w="${width}" src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==" style="${reset} vertical-align: inherit; visibility: visible !important; width: 100%; height: auto;">`;

const spans = (n: number) =>
  `<p style="${reset} clear: both; min-height: 1em; text-align: justify; letter-spacing: 0.5px; line-height: 1.75em;"><span style="${reset} font-size: 15px; color: rgb(63, 63, 63);"><span leaf="">${sentence(n)}</span></span><strong style="${reset}"><span style="${reset} font-size: 15px; color: rgb(192, 0, 0);">请务必注意。</span></strong></p>`;

const blank = `<p style="${reset} clear: both; min-height: 1em;"><br style="${reset}"></p>`;

const title = (n: number) =>
  `<section style="${reset} text-align: center; margin: 10px 0px;"><section style="${reset} display: inline-block; padding: 6px 18px; border-left: 4px solid rgb(20, 170, 255); border-radius: 0 6px 6px 0; background-color: rgb(230, 246, 255);"><p style="${reset} font-size: 18px; font-weight: bold; color: rgb(10, 90, 150);">${heading(n)}</p></section></section>`;

const card = (n: number) =>
  `<section data-role="outer" style="${reset} margin: 12px 8px; padding: 16px; border: 1px solid rgb(226, 226, 226); border-radius: 10px; box-shadow: rgba(0, 0, 0, 0.12) 2px 2px 8px; background-image: linear-gradient(135deg, rgb(255, 250, 240), rgb(255, 255, 255));"><section style="${reset}">${spans(n)}${spans(n + 1)}</section></section>`;

const behind = (n: number) =>
  `<section style="${reset} padding: 30px 20px; background-image: url(&quot;${picture(n, 600, 300)}&quot;); background-size: cover; background-position: 50% 50%; background-repeat: no-repeat;"><section style="${reset} background-color: rgba(255, 255, 255, 0.85); padding: 12px;">${spans(n)}</section></section>`;

const sideBySide = (n: number) =>
  `<section style="${reset} display: flex; flex-flow: row nowrap; justify-content: space-between;"><section style="${reset} flex: 0 0 48%; width: 48%;">${lazy(n, 320, 240)}</section><section style="${reset} flex: 0 0 48%; width: 48%; align-self: center;">${spans(n)}</section></section>`;

const ornament = (n: number) =>
  `<section style="${reset} text-align: center; line-height: 0;"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 24" style="width: 60%; display: inline-block; vertical-align: middle;"><defs><linearGradient id="g${n}"><stop offset="0%" stop-color="#14aaff"></stop><stop offset="100%" stop-color="#7048e8"></stop></linearGradient></defs><path d="M0 12 H80 M120 12 H200" stroke="url(#g${n})" stroke-width="3" fill="none"></path><circle cx="100" cy="12" r="8" fill="#c9271b"></circle></svg></section>`;

const turned = (n: number) =>
  `<section style="${reset} text-align: right; transform: rotate(-2deg); -webkit-transform: rotate(-2deg);"><span style="${reset} display: inline-block; padding: 2px 10px; color: rgb(255, 255, 255); background-color: rgb(192, 0, 0); letter-spacing: 2px;">${heading(n)}</span></section>`;

const bullets = (n: number) =>
  `<ul class="list-paddingleft-1" style="${reset} padding-left: 20px; list-style-type: square;"><li style="${reset}">${spans(n)}</li><li style="${reset}"><p style="${reset}">${sentence(n + 2)}</p></li></ul>`;

const table = (n: number) =>
  `<table style="${reset} border-collapse: collapse; width: 100%; table-layout: fixed;"><tbody style="${reset}"><tr style="${reset}"><td style="${reset} border: 1px solid rgb(180, 200, 220); background-color: rgb(219, 234, 254); padding: 6px;" width="40%"><strong style="${reset}">科目</strong></td><td style="${reset} border: 1px solid rgb(180, 200, 220); padding: 6px;">时间</td></tr><tr style="${reset}"><td style="${reset} border: 1px solid rgb(180, 200, 220); padding: 6px;" rowspan="2">${heading(n)}</td><td style="${reset} border: 1px solid rgb(180, 200, 220); padding: 6px;">9:00</td></tr><tr style="${reset}"><td style="${reset} border: 1px solid rgb(180, 200, 220); padding: 6px;">14:00</td></tr></tbody></table>`;

const pictures = (n: number) =>
  `<section style="${reset} text-align: center;" nodeleaf="">${lazy(n)}</section><p style="${reset} text-align: center;"><span style="${reset} font-size: 12px; color: rgb(136, 136, 136);">▲ ${heading(n)}</span></p>`;

const quote = (n: number) =>
  `<blockquote style="${reset} padding-left: 10px; border-left: 3px solid rgb(219, 219, 219); color: rgba(0, 0, 0, 0.5); font-size: 15px;"><p style="${reset}">${sentence(n)}</p></blockquote>`;

const shapes = [
  title,
  card,
  pictures,
  behind,
  sideBySide,
  ornament,
  turned,
  bullets,
  table,
  quote,
  spans,
  () => blank,
];

/** An article as it is copied from an official account's page, of five of the shapes. */
export function officialPage(n: number): string {
  const chosen = [
    title,
    ...[0, 1, 2].map(step => shapes[(n * 3 + step * 5 + step) % shapes.length]),
    pictures,
  ];
  const parts = chosen.map((shape, index) => shape?.(n * 10 + index) ?? '');
  const hidden =
    n % 3 === 0 ? ' id="js_content" class="rich_media_content" style="visibility: hidden; opacity: 0;"' : '';
  return `<div${hidden}><section data-tool="mdnice" style="${reset} font-size: 16px; color: rgb(34, 34, 34);">${parts.join('')}</section><mp-style-type data-value="3"></mp-style-type><script>window.ran = 1</script></div>`;
}
