import type { ErrorEntry } from './entry.ts';

/** Errors of vendors, other sites and their pages; see `errorCatalogue` in `model/errors.ts`. */
export const outsideErrors = {
  noSeat: {
    status: 409,
    zh: '您没有可用的坐席，请联系管理员在“坐席”中开通',
    en: 'You have no seat to call from; ask an administrator to set one up',
  },
  seatWithoutKeys: {
    status: 409,
    zh: '您的坐席没有填写接口密钥，请联系管理员在“坐席”中补全，本次没有拨号',
    en: 'Your seat has no API keys, so nothing was dialled; ask an administrator to complete the seat',
  },
  callsOff: {
    status: 409,
    zh: '没有设置话务平台，请管理员设置 CALL_URL',
    en: 'No telephony vendor is set up; an administrator has to set CALL_URL',
  },
  callLimit: {
    status: 409,
    zh: '该坐席今天已拨打 {max} 次，达到日限',
    en: 'This seat has placed {max} calls today, which is its limit',
  },
  seatBusy: {
    status: 409,
    retryAfter: 5,
    zh: '上一通电话正在呼叫，请稍候',
    en: 'Your previous call is still dialling; please wait',
  },
  numberBlocked: {
    status: 409,
    zh: '该号码在免打扰名单中，不能拨打',
    en: 'This number is on the do-not-call list and cannot be called',
  },
  callFailed: {
    status: 409,
    zh: '话务平台没有拨出这通电话：{why}',
    en: 'The telephony vendor did not place the call: {why}',
  },
  callUnanswered: {
    status: 503,
    zh: '话务平台没有答复，不确定是否已拨出；如话机没有响铃，请稍后再拨',
    en: 'The telephony vendor did not answer, so it is not certain that the call was placed; if it does not ring, call again later',
  },
  templateNotReady: {
    status: 409,
    zh: '该短信模板未通过审核或已停用',
    en: 'This template is not approved, or is disabled',
  },
  nobodyToText: {
    status: 409,
    zh: '没有可发送的号码',
    en: 'There are no numbers to send to',
  },
  textBudget: {
    status: 409,
    zh: '今天还可发送 {left} 条，本次需要 {parts} 条；请减少收件人或请管理员调整上限',
    en: '{left} parts may still be sent today and this takes {parts}; choose fewer people or ask for a higher limit',
  },
  textVendorAway: {
    status: 503,
    retryAfter: 5,
    zh: '短信平台没有答复，请稍后再试',
    en: 'The text vendor did not answer; try again later',
  },
  applyPending: {
    status: 409,
    zh: '该手机号已有待审核的申请，请等待审核结果',
    en: 'An application with this mobile number is already being reviewed',
  },
  payNotSetUp: {
    status: 409,
    zh: '没有可用的支付账户，请在“支付账户”中检查配置',
    en: 'No payment account is available for this; check the payment accounts',
  },
  payRefused: {
    status: 409,
    zh: '支付渠道拒绝了该笔支付，请检查支付账户的配置',
    en: 'The payment vendor refused this payment; check the payment account',
  },
  payUnavailable: {
    status: 503,
    retryAfter: 5,
    zh: '支付渠道暂时无法访问，请稍后再试',
    en: 'The payment vendor cannot be reached, try again later',
  },
  notPayable: {
    status: 409,
    zh: '订单当前不能支付，请刷新后查看订单状态',
    en: 'The order cannot be paid right now; refresh and check its state',
  },
  codeRefused: {
    status: 409,
    zh: '激活码无效或不能使用：请核对每一位；已有同类权益、卡不适用于所在省份时也不能激活。仍不行请联系客服',
    en: 'The code is wrong or cannot be used: check every letter. It cannot be used either with an entitlement of the same kind, or outside the provinces of its card. Otherwise ask customer service',
  },
  notRefundable: {
    status: 409,
    zh: '没有可退的支付款项，或退款金额超过已支付金额',
    en: 'There is no payment to refund, or the refund would be more than was paid',
  },
  outsideAddress: {
    status: 400,
    zh: '网址无法打开：请填写以 http:// 或 https:// 开头的完整网址，不能包含账号、密码或特殊端口',
    en: 'The address cannot be opened: give a whole address that begins with http:// or https://, without account, password or special port',
  },
  outsideInner: {
    status: 400,
    zh: '{host} 指向内部网络，出于安全考虑不能抓取；请填写公网网址',
    en: '{host} leads into an internal network, so it was not opened; use an address on the public internet',
  },
  outsideHost: {
    status: 400,
    zh: '这里只能使用 {hosts} 的网址',
    en: 'Only addresses of {hosts} can be used here',
  },
  outsideUnknown: {
    status: 409,
    zh: '找不到网站 {host}，请检查网址是否写错',
    en: 'There is no site {host}; check the address',
  },
  outsideUnreachable: {
    status: 409,
    zh: '无法连接 {host}，可能网站暂时关闭，请稍后再试',
    en: '{host} cannot be reached; the site may be down, try again later',
  },
  outsideSlow: {
    status: 409,
    zh: '{host} 在 {seconds} 秒内没有返回完整内容，请稍后再试',
    en: '{host} did not send the whole content within {seconds} seconds; try again later',
  },
  outsideTooLarge: {
    status: 409,
    zh: '{host} 返回的内容超过 {max} MB，没有读取',
    en: 'The content from {host} is larger than {max} MB and was not read',
  },
  outsideType: {
    status: 409,
    zh: '{host} 返回的内容类型是“{type}”，不是需要的类型，请检查网址',
    en: '{host} sent content of the type "{type}", which cannot be used here; check the address',
  },
  outsideStatus: {
    status: 409,
    zh: '{host} 返回错误 {answered}，请在浏览器中打开网址检查',
    en: '{host} answered with error {answered}; open the address in a browser to check it',
  },
  outsideRedirects: {
    status: 409,
    zh: '{host} 的网址反复跳转，无法打开',
    en: 'The address of {host} redirects again and again and cannot be opened',
  },
  douyinNotSetUp: {
    status: 409,
    zh: '抖音开放平台还没有配置，请联系管理员',
    en: 'The open platform of Douyin is not set up: ask your administrator',
  },
  douyinState: {
    status: 409,
    zh: '授权链接已失效，请回到账号授权重新发起',
    en: 'The authorisation has expired; start it again',
  },
  douyinRefused: {
    status: 409,
    zh: '抖音没有接受：{zh}',
    en: 'Douyin did not accept it: {en}',
  },
  douyinAway: {
    status: 502,
    zh: '抖音暂时无法访问，请稍后再试',
    en: 'Douyin cannot be reached; try again later',
  },
  crawlForbidden: {
    status: 409,
    zh: '{host} 的 robots.txt 不允许抓取这个页面，请换一个网址或与网站联系',
    en: 'The robots.txt of {host} does not allow this page to be read; choose another address or ask the site',
  },
  crawlTooSlow: {
    status: 409,
    zh: '{host} 要求等待 {seconds} 秒才能再次访问，本次停止，请降低运行频率',
    en: '{host} asks for a wait of {seconds} seconds before the next visit, so this run stopped; run the task less often',
  },
  crawlUnreadable: {
    status: 409,
    zh: '{host} 的页面太复杂，用了 {seconds} 秒处理器时间仍未解析完，请检查选择器',
    en: 'The page of {host} is too complex: {seconds} seconds of work did not suffice to read it; check the selectors',
  },
  crawlNodeBusy: {
    status: 503,
    zh: '服务器正忙，{seconds} 秒内没有空闲解析 {host} 的页面，本次停止，请稍后再运行；不计入连续失败',
    en: 'The server is busy and had no time for the page of {host} within {seconds} seconds, so this run stopped; run it again later. It does not count as a failure',
  },
  notBought: {
    status: 403,
    zh: '请先购买课程；试看课时可直接观看',
    en: 'Buy the course first; trial lessons are open to everybody',
  },
  wrongSignature: {
    status: 401,
    zh: '应用签名错误或已过期，请检查应用密钥和时间',
    en: 'The signature of the app is wrong or too old; check its key and its clock',
  },
  notAnOfficialPage: {
    status: 409,
    zh: '{zh}',
    en: '{en}',
  },
  previewOver: {
    status: 410,
    zh: '预览链接已失效，或文章已修改，请回到后台重新打开预览',
    en: 'The link has expired, or the article has changed; open the preview again from the back-office',
  },
  officialNotSetUp: {
    status: 409,
    zh: '该公众号没有填写 AppID 和 AppSecret，不能同步；可在文章页粘贴链接导入单篇文章',
    en: 'The account has no AppID and AppSecret, so it cannot be synchronised; paste the link of an article on the Articles page',
  },
  officialUnderway: {
    status: 409,
    zh: '该公众号正在同步，请等它完成',
    en: 'The account is being synchronised; wait until that is done',
  },
} as const satisfies Record<string, ErrorEntry>;
