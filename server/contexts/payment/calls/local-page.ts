import { pathOf } from '@yikao/model/calls/call.ts';
import { paymentCalls } from '@yikao/model/contexts/payment/payment.calls.ts';
import { type Label, type Language, label } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { LocalTrade } from '../local/trades.ts';

const words = {
  title: label('模拟收银台', 'Trial checkout'),
  notice: label(
    '未配置支付账户，此页代替支付渠道。点击按钮不会发生真实扣款。',
    'No payment account is set, so this page takes the place of the vendor. No money is taken.',
  ),
  payNo: label('支付单号', 'Payment no.'),
  what: label('商品', 'For'),
  until: label('支付截止', 'Pay until'),
  pay: label('确认支付', 'Pay'),
  close: label('放弃支付', 'Do not pay'),
  other: label('以其他金额支付', 'Pay another amount'),
  otherWhy: label(
    '用于试验金额不符：订单不会变为已支付，款项等待人工处理。',
    'To try a wrong amount: the order is not paid, and the money waits for somebody to decide.',
  ),
  amount: label('实付金额(元)', 'Amount (yuan)'),
  paid: label('支付成功', 'Paid'),
  paidHint: label('已通知商家，可以关闭此页。', 'The merchant has been told; you can close this page.'),
  closed: label('已放弃支付', 'Not paid'),
  closedHint: label(
    '该支付单已关闭，请返回订单重新发起。',
    'This payment is closed. Start again from the order.',
  ),
  over: label('已超过支付时间', 'Too late to pay'),
  overHint: label('请返回订单重新发起支付。', 'Start again from the order.'),
  language: label('English', '中文'),
} as const satisfies Record<string, Label>;

/** A text as HTML shows it. */
function plain(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`);
}

const style = `
:root{color-scheme:light dark;--page:#f4f6f9;--card:#fff;--line:#e6e9ef;--text:#1b2430;--soft:#667085;--act:#1677ff;
--act-text:#fff;--note:#fff7e6;--note-text:#8a5a00;--good:#12894a;--bad:#667085}
@media(prefers-color-scheme:dark){:root{--page:#0f1318;--card:#181e26;--line:#2a323d;--text:#e8edf4;--soft:#98a4b5;
--act:#3c89ff;--note:#2c2412;--note-text:#e6bd6a;--good:#4cc38a;--bad:#98a4b5}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--text);
font:15px/1.6 -apple-system,BlinkMacSystemFont,"Segoe UI","PingFang SC","Microsoft YaHei",sans-serif}
main{width:100%;max-width:400px;background:var(--card);border:1px solid var(--line);border-radius:16px;overflow:hidden;
box-shadow:0 8px 32px rgb(15 23 42/8%)}
header{display:flex;justify-content:space-between;align-items:center;padding:16px 24px;border-bottom:1px solid var(--line)}
h1{margin:0;font-size:15px;font-weight:600}
a{color:var(--soft);font-size:13px;text-decoration:none}
a:hover,a:focus-visible{color:var(--act)}
.note{margin:0;padding:10px 24px;background:var(--note);color:var(--note-text);font-size:13px}
.sum{padding:28px 24px 20px;text-align:center}
.sum b{font-size:40px;line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:-.5px}
.sum b small{font-size:22px;margin-right:2px}
.state{margin:0 0 4px;font-weight:600;font-size:17px}
.state.paid{color:var(--good)}.state.closed{color:var(--bad)}
.hint{margin:0;color:var(--soft);font-size:13px}
dl{margin:0;padding:4px 24px 20px;display:grid;grid-template-columns:auto 1fr;gap:8px 16px}
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
form{padding:0 24px 16px;display:grid;gap:10px;margin:0}
button{font:inherit;font-weight:500;height:46px;border-radius:10px;border:1px solid var(--line);background:transparent;
color:var(--text);cursor:pointer}
button.act{background:var(--act);border-color:var(--act);color:var(--act-text)}
button:hover{filter:brightness(1.06)}button:focus-visible,input:focus-visible{outline:2px solid var(--act);outline-offset:2px}
details{border-top:1px solid var(--line);padding:14px 24px}
summary{cursor:pointer;color:var(--soft);font-size:13px}
details form{padding:12px 0 0}
label{display:grid;gap:4px;font-size:13px;color:var(--soft)}
input{font:inherit;height:42px;padding:0 12px;border-radius:10px;border:1px solid var(--line);background:var(--page);
color:var(--text)}
`;

/** Options for rendering the page. */
interface PageOptions {
  readonly language: Language;
  readonly token: string;
  readonly now: Date;
}

/**
 * The local gateway's page as self-contained HTML without scripts, in the requested language and the browser's
 * preferred colours.
 */
export function localPage(trade: LocalTrade, { language, token, now }: PageOptions): string {
  const say = (name: keyof typeof words) => plain(words[name][language]);
  const over = trade.status === 'pending' && trade.expireTime <= now;
  const open = trade.status === 'pending' && !over;
  const page = plain(pathOf(paymentCalls.localPage, { token }));
  const address = `${page}?lang=${language}`;
  const other = language === 'zh' ? 'en' : 'zh';
  const state = open
    ? ''
    : trade.status === 'paid'
      ? `<p class="state paid">${say('paid')}</p><p class="hint">${say('paidHint')}</p>`
      : over
        ? `<p class="state closed">${say('over')}</p><p class="hint">${say('overHint')}</p>`
        : `<p class="state closed">${say('closed')}</p><p class="hint">${say('closedHint')}</p>`;
  const facts = [
    ['what', trade.title],
    ['payNo', trade.payNo],
    ['until', shanghaiTime(trade.expireTime)],
  ] as const;
  const buttons = `
<form method="post" action="${address}">
<button class="act" name="act" value="pay">${say('pay')}</button>
<button name="act" value="close">${say('close')}</button>
</form>
<details><summary>${say('other')}</summary>
<form method="post" action="${address}">
<p class="hint">${say('otherWhy')}</p>
<label>${say('amount')}<input name="amount" inputmode="decimal" required pattern="[0-9]{1,8}([.][0-9]{1,2})?" value="0.01"></label>
<button name="act" value="pay">${say('pay')}</button>
</form></details>`;
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${say('title')} ¥${plain(trade.amount)}</title><style>${style}</style></head>
<body><main>
<header><h1>${say('title')}</h1><a href="${page}?lang=${other}" hreflang="${other}">${say('language')}</a></header>
<p class="note">${say('notice')}</p>
<div class="sum"><b><small>¥</small>${plain(trade.paidAmount ?? trade.amount)}</b>${state}</div>
<dl>${facts.map(([name, value]) => `<dt>${say(name)}</dt><dd>${plain(value)}</dd>`).join('')}</dl>
${open ? buttons : ''}
</main></body></html>`;
}
