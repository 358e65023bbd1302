import { compare, halfUp2, negated } from '../../../rules/money.ts';

const digits = '零壹贰叁肆伍陆柒捌玖';
const places = ['', '拾', '佰', '仟'];
const sections = ['', '万', '亿', '万亿'];

/** Four digits without their section, `3008` as `叁仟零捌`; nothing of `0000`. */
function sectionWords(section: string): string {
  let words = '';
  for (const [at, digit] of [...section].entries()) {
    const place = places[section.length - 1 - at] ?? '';
    if (digit !== '0') words += `${digits[Number(digit)]}${place}`;
    else if (words !== '' && !words.endsWith('零')) words += '零';
  }
  return words.replace(/零$/, '');
}

/** Yuan without their fraction, `10020000` as `壹仟零贰万`. */
function yuanWords(yuan: string): string {
  const found: string[] = [];
  for (let end = yuan.length; end > 0; end -= 4) found.unshift(yuan.slice(Math.max(0, end - 4), end));
  return found.reduce((words, section, at) => {
    const said = sectionWords(section);
    if (said === '') return words;
    // Write a zero between sections once, if figures come before it.
    const gap =
      words !== '' && (section.startsWith('0') || found[at - 1]?.endsWith('0') === true) ? '零' : '';
    return `${words}${gap}${said}${sections[found.length - 1 - at] ?? ''}`;
  }, '');
}

/**
 * An amount of yuan in the Chinese capitals that vouchers are written with, as banks ask for them (支付结算办法, annex 1):
 * `206.40` is `贰佰零陆元肆角整`. Negative amounts begin with 负. Throws a RangeError for text that is not a decimal.
 */
export function amountInWords(amount: string): string {
  const rounded = halfUp2(amount);
  if (compare(rounded, '0') < 0) return `负${amountInWords(negated(rounded))}`;
  const [yuan = '0', fraction = '00'] = rounded.split('.');
  const [jiao = '0', fen = '0'] = fraction;
  const whole = yuanWords(yuan.replace(/^0+/, ''));
  if (fraction === '00') return `${whole === '' ? '零' : whole}元整`;
  const tenths = jiao !== '0' ? `${digits[Number(jiao)]}角` : whole === '' ? '' : '零';
  return `${whole === '' ? '' : `${whole}元`}${tenths}${fen === '0' ? '整' : `${digits[Number(fen)]}分`}`;
}
