import { heading, picture, sentence } from './texts.ts';

/* Shapes of Word's clipboard: looks in a sheet, names of its own, lists as indented lines, tables in points. */

const sheet = `<style>
<!--
 /* Font Definitions */
 @font-face {font-family:宋体; panose-1:2 1 6 0 3 1 1 1 1 1; mso-font-alt:SimSun;}
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no; mso-style-parent:""; margin:0cm; margin-bottom:.0001pt; text-align:justify; text-justify:inter-ideograph; mso-pagination:none; font-size:10.5pt; mso-bidi-font-size:11.0pt; font-family:DengXian; mso-ascii-font-family:DengXian;}
 h1 {mso-style-priority:9; margin-top:17.0pt; margin-right:0cm; margin-bottom:16.5pt; margin-left:0cm; line-height:240%; font-size:22.0pt;}
 p.MsoListParagraph {margin:0cm; text-indent:21.0pt; mso-char-indent-count:2.0; font-size:10.5pt;}
 span.Red {mso-style-name:Red; color:#C00000; font-weight:bold;}
 @page WordSection1 {size:595.3pt 841.9pt; margin:72.0pt 90.0pt 72.0pt 90.0pt;}
 div.WordSection1 {page:WordSection1;}
-->
</style>`;

const gap = '<o:p></o:p>';

const line = (n: number) =>
  `<p class=MsoNormal style='text-indent:21.0pt;mso-char-indent-count:2.0;line-height:150%'><span style='font-size:12.0pt;mso-bidi-font-size:11.0pt;line-height:150%;font-family:宋体;mso-ascii-font-family:Calibri'>${sentence(n)}</span><span lang=EN-US>${gap}</span></p>`;

const marked = (n: number) =>
  `<p class=MsoNormal align=center style='text-align:center'><span class=Red>${heading(n)}</span><b style='mso-bidi-font-weight:normal'><u><span style='background:yellow;mso-highlight:yellow'>重要</span></u></b><span lang=EN-US>${gap}</span></p>`;

const listed = (n: number) =>
  [0, 1, 2]
    .map(
      step =>
        `<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-char-indent-count:0;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Wingdings;mso-fareast-font-family:Wingdings'><span style='mso-list:Ignore'>${step + 1}.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>${sentence(n + step)}</span>${gap}</p>`,
    )
    .join('\n');

const table = (n: number) =>
  `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt;mso-yfti-tbllook:1184;mso-padding-alt:0cm 5.4pt 0cm 5.4pt'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=184 valign=top style='width:138.25pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;background:#D9E2F3;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal><b>院校</b>${gap}</p></td>
  <td width=184 valign=top style='width:138.25pt;border:solid windowtext 1.0pt;border-left:none;background:#D9E2F3;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal><b>分数</b>${gap}</p></td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=184 valign=top style='width:138.25pt;border:solid windowtext 1.0pt;border-top:none;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal>${heading(n)}${gap}</p></td>
  <td width=184 valign=top style='width:138.25pt;border-top:none;border-left:none;border-bottom:solid windowtext 1.0pt;border-right:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal><span lang=EN-US>${500 + (n % 90)}</span>${gap}</p></td>
 </tr>
</table>`;

const shown = (n: number) =>
  `<p class=MsoNormal><span lang=EN-US style='mso-no-proof:yes'><!--[if gte vml 1]><v:shape id="s${n}" type="#_x0000_t75"><v:imagedata src="file:///C:/1.png"/></v:shape><![endif]--><![if !vml]><img width=320 height=180 src="${picture(n, 320, 180)}" v:shapes="s${n}"><![endif]></span>${gap}</p>`;

const empty = `<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>`;

const shapes = [line, marked, listed, table, shown, () => empty];

/** A page as it is copied from Word, of six of the shapes. */
export function wordPage(n: number): string {
  const chosen = [...[0, 1, 2, 3].map(step => shapes[(n + step) % shapes.length]), shown, line];
  const parts = chosen.map((shape, index) => shape?.(n * 10 + index) ?? '');
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->${sheet}</head><body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment--><h1>${heading(n)}${gap}</h1>\n${parts.join('\n')}<!--EndFragment--></body></html>`;
}
