import { pathOf } from '@yikao/model/calls/call.ts';
import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { type ConsultForm, portalCalls, trapField } from '@yikao/model/contexts/portal/portal.calls.ts';
import { type PublicPageName, publicPages } from '@yikao/model/contexts/portal/public-pages.ts';
import { smsCodeDigits } from '@yikao/model/contexts/system/sms-code.ts';
import { limits } from '@yikao/model/limits.ts';
import { type Html, html } from '../serving/html.ts';

/** Programmes to choose from. */
export type ItemOptions = readonly { readonly id: number; readonly itemName: string }[];

/** The faults of a form, by field; `form` is about the whole. */
export type Problems = Readonly<Partial<Record<keyof ConsultForm | 'form', string>>>;

/** A form without anything in it. */
export function emptyForm(page: PublicPageName, itemId = ''): ConsultForm {
  return {
    ...{ step: 'begin', page, itemId, name: '', mobile: '', remark: '', agreed: '' },
    ...{ uuid: '', patchca: '', smsCode: '', token: '', [trapField]: '' },
  };
}

const action = pathOf(portalCalls.consultStep);

function problem(name: string, text: string | undefined): Html | undefined {
  return text === undefined
    ? undefined
    : html`<p class="problem" id="${name}-problem" role="alert">${text}</p>`;
}

/** Attributes of an input whose problem is beneath it. */
function marked(name: string, text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html` aria-invalid="true" aria-describedby="${name}-problem"`;
}

/** The person and the question: the first step, which every page can hold since it is the same for all visitors. */
function beginFields(form: ConsultForm, problems: Problems, items: ItemOptions): Html {
  const { name, mobile, remark, agreed, itemId, page } = form;
  return html`<input type="hidden" name="step" value="begin"><input type="hidden" name="page" value="${page}">
<div class="field"><label for="c-name">姓名</label><input id="c-name" name="name" required maxlength="${limits.shortName}" autocomplete="name" value="${name}"${marked('c-name', problems.name)}>${problem('c-name', problems.name)}</div>
<div class="field"><label for="c-mobile">手机</label><input id="c-mobile" name="mobile" type="tel" inputmode="tel" required maxlength="20" autocomplete="tel-national" value="${mobile}"${marked('c-mobile', problems.mobile)}>${problem('c-mobile', problems.mobile)}</div>
${
  items.length > 0
    ? html`<div class="field whole"><label for="c-item">想了解的项目 <small>选填</small></label><select id="c-item" name="itemId"><option value="">不限</option>${items.map(
        one =>
          html`<option value="${one.id}"${String(one.id) === itemId && html` selected`}>${one.itemName}</option>`,
      )}</select></div>`
    : html`<input type="hidden" name="itemId" value="${itemId}">`
}
<div class="field whole"><label for="c-remark">想了解什么 <small>选填</small></label><textarea id="c-remark" name="remark" rows="3" maxlength="${limits.consultation}"${marked('c-remark', problems.remark)}>${remark}</textarea>${problem('c-remark', problems.remark)}</div>
<div class="trap" aria-hidden="true"><label for="c-${trapField}">此项请留空</label><input id="c-${trapField}" name="${trapField}" tabindex="-1" autocomplete="off"></div>
<div class="field whole"><label class="check"><input type="checkbox" name="agreed" value="1" required${agreed === '1' && html` checked`}${marked('c-agreed', problems.agreed)}> 我同意将以上信息用于咨询和回访，不作他用</label>${problem('c-agreed', problems.agreed)}</div>
<p class="whole"><button class="button" type="submit">下一步：验证手机号</button></p>`;
}

/** The first step as a form. */
export function beginForm(form: ConsultForm, problems: Problems = {}, items: ItemOptions = []): Html {
  return html`<form class="form card" method="post" action="${action}">${problem('c-form', problems.form)}${beginFields(form, problems, items)}</form>`;
}

/** The form at the end of a page. */
export function consultSection(page: PublicPageName, items: ItemOptions = []): Html {
  return html`<section class="part wide consult" aria-labelledby="consult"><div class="head"><h2 id="consult">免费咨询</h2><p>留下联系方式，老师会在一个工作日内与您联系。</p></div>${beginForm(emptyForm(page), {}, items)}</section>`;
}

/** The answers of the first step, carried on unseen. */
function carried(form: ConsultForm, step: ConsultForm['step']): Html {
  const { page, itemId, name, mobile, remark, agreed } = form;
  return html`${Object.entries({ step, page, itemId, name, mobile, remark, agreed }).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  )}`;
}

/** The second step: what the picture says, before a text is sent. */
export function captchaForm(form: ConsultForm, uuid: string, problems: Problems = {}): Html {
  return html`<form class="form card" method="post" action="${action}">${problem('c-form', problems.form)}${carried(form, 'code')}<input type="hidden" name="uuid" value="${uuid}">
<p class="whole soft">短信将发送到 <b>${form.mobile}</b></p>
<div class="field whole"><label for="c-patchca">图片中的字符</label><span class="row"><input id="c-patchca" name="patchca" required maxlength="8" autocomplete="off" autocapitalize="none" spellcheck="false"${marked('c-patchca', problems.patchca)}><img src="${pathOf(loginCalls.captcha, { uuid })}" alt="验证码图片" width="120" height="40"></span>${problem('c-patchca', problems.patchca)}</div>
<p class="whole"><button class="button" type="submit">发送短信验证码</button></p></form>`;
}

/** The third step: the code of the text, and another one where none has come. */
export function codeForm(form: ConsultForm, token: string, problems: Problems = {}): Html {
  return html`<form class="form card" method="post" action="${action}">${problem('c-form', problems.form)}${carried(form, 'send')}<input type="hidden" name="token" value="${token}">
<p class="whole soft">验证码已发送到 <b>${form.mobile}</b>，10 分钟内有效</p>
<div class="field whole"><label for="c-code">短信验证码</label><input id="c-code" name="smsCode" required inputmode="numeric" autocomplete="one-time-code" maxlength="${smsCodeDigits}" pattern="[0-9]{${smsCodeDigits}}" title="${smsCodeDigits} 位数字"${marked('c-code', problems.smsCode)}>${problem('c-code', problems.smsCode)}</div>
<p class="whole"><button class="button" type="submit">提交咨询</button></p></form>
<form class="again" method="post" action="${action}">${carried(form, 'begin')}<p class="soft">没有收到？60 秒后可以 <button class="plain" type="submit">重新发送</button></p></form>`;
}

/** The page around a step. */
export function stepMain(page: PublicPageName, body: Html): Html {
  return html`<div class="narrow consult"><h1>免费咨询</h1><p class="soft">${publicPages[page].title} · 老师会在一个工作日内与您联系</p>${body}</div>`;
}

/** The page after a consultation; the same for every number. */
export const doneMain = html`<div class="narrow consult done"><h1>已收到您的咨询</h1><p class="soft">老师会在一个工作日内与您联系，请保持电话畅通。</p><p class="acts"><a class="button" href="${pathOf(portalCalls.website)}">回到首页</a></p></div>`;
