import { heading, picture, sentence } from './texts.ts';

/* Shapes of the 135 editor: fields and sections of its templates, spans with all kinds of styles, tables as layout. */

const text = (n: number) =>
  `<section data-autoskip="1" class="135brush" style="text-align: justify; line-height: 1.75em; letter-spacing: 1.5px; font-size: 14px; color: #333333; background-color: transparent; padding: 1em; box-sizing: border-box;"><p style="vertical-align: inherit; margin: 0;">${sentence(n)}</p><p style="vertical-align: inherit; margin: 0; text-indent: 2em;">${sentence(n + 3)}</p></section>`;

const frame = (n: number) =>
  `<fieldset style="border: 1px solid #d33; border-radius: 6px; margin: 8px 0; padding: 10px;"><legend style="padding: 0 8px; font-size: 16px; color: #d33; text-align: center;">${heading(n)}</legend><p style="margin: 0;">${sentence(n)}</p></fieldset>`;

const ribbon = (n: number) =>
  `<section class="_135editor" data-tools="135编辑器" data-id="8632${n}"><section style="margin: 10px auto; text-align: center;"><section style="display: inline-block;"><section class="135brush" data-brushtype="text" style="padding: 4px 22px; color: #fff; background: linear-gradient(to right, #ff7a45 0%, #d4380d 100%); border-radius: 20px 0 20px 0; font-size: 17px; letter-spacing: 2px;">${heading(n)}</section><section style="width: 0; height: 0; margin: 0 auto; border-top: 8px solid #d4380d; border-left: 8px solid transparent; border-right: 8px solid transparent; overflow: hidden;"></section></section></section></section>`;

const layout = (n: number) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="border: 0; border-collapse: collapse; margin: 6px 0;"><tbody><tr><td width="30%" valign="top" style="border: 0; padding: 4px;"><img src="${picture(n, 200, 200)}" style="width: 100%; display: block; border-radius: 50%;" width="100%"></td><td style="border: 0; padding: 4px;"><p style="margin: 0;"><span style="color: #c00; font-size: 16px;"><strong>${heading(n)}</strong></span></p><p style="margin: 0; font-size: 12px;">${sentence(n)}</p></td></tr></tbody></table>`;

const chips = () =>
  `<p style="margin: 6px 0;">科目：<span style="display: inline-block; padding: 1px 8px; border: 1px solid #1677ff; border-radius: 10px;">素描</span><span style="display: inline-block; padding: 1px 8px; border: 1px solid #1677ff; border-radius: 10px;">色彩</span>&nbsp;<span style="background-color: #fff7b2;">必考</span><span style="display: inline-block; width: 12px; height: 12px; background-color: #2b8a3e; border-radius: 50%;"></span></p>`;

const figure = (n: number) =>
  `<figure style="margin: 10px 0; text-align: center;"><img alt="" src="${picture(n)}" data-width="100%" style="width: 80%; vertical-align: inherit;"><figcaption style="font-size: 12px; color: #888;">${heading(n)}</figcaption></figure>`;

const columns = (n: number) =>
  `<section style="display: flex; align-items: center; justify-content: center;"><section style="flex: 1; height: 1px; background: #ccc;"></section><section style="padding: 0 10px;"><em style="font-style: italic; color: #7048e8;">${heading(n)}</em></section><section style="flex: 1; height: 1px; background: #ccc;"></section></section>`;

const mixed = (n: number) =>
  `<section style="padding: 10px; border: 1px dashed #999;">${heading(n)}：<section style="display: inline-block; color: #d9730d;">${heading(n + 1)}</section>，其他说明<br>${sentence(n)}<section style="margin: 6px 0 0; text-align: right;">招生办</section></section>`;

const offset = (n: number) =>
  `<section style="margin-top: 10px; border: 2px solid #2b8a3e; padding: 14px; position: relative;"><section style="margin: -26px 0 0 10px; width: 120px; background: #fff; text-align: center; position: relative; z-index: 1;"><strong>${heading(n)}</strong></section><p style="margin: 8px 0 0;">${sentence(n)}</p></section>`;

const shapes = [frame, ribbon, layout, chips, figure, columns, mixed, offset, text];

/** A page as it is copied from the 135 editor, of five of the shapes. */
export function beautifiedPage(n: number): string {
  const chosen = [ribbon, ...[0, 1, 2].map(step => shapes[(n * 2 + step * 4 + 2) % shapes.length]), figure];
  return `<section class="_135editor" data-role="paragraph">${chosen.map((shape, index) => shape?.(n * 10 + index) ?? '').join('')}</section>`;
}
