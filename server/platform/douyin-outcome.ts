import { textAt, type VendorAnswer, type VendorOutcome } from './vendor/exchange.ts';

/**
 * The outcome of a call of Douyin; older calls name error and log number inside, newer ones beside, their data. Without a
 * code the answer is unreadable.
 */
export function douyinOutcome({ json, headers }: VendorAnswer): VendorOutcome {
  const either = (...names: readonly string[]) =>
    names
      .flatMap(name => [textAt(json, name), textAt(json, 'data', name), textAt(json, 'extra', name)])
      .find(Boolean) ?? '';
  const beside = textAt(json, 'err_no');
  const inside = textAt(json, 'data', 'error_code') || textAt(json, 'extra', 'error_code');
  const code = beside !== '' && beside !== '0' ? beside : inside || beside;
  return {
    done: code === '0',
    code,
    message: either('err_msg', 'err_tips', 'description'),
    logNo: either('log_id', 'logid') || (headers.get('x-tt-logid') ?? ''),
  };
}
