import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type ConsultForm, consultBody, trapField } from '@yikao/model/contexts/portal/portal.calls.ts';
import { AppError } from '@yikao/model/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import { checkCaptcha } from '../../people/auth/captcha/captcha.ts';
import type { FeatureContext } from '../../shared/feature.ts';
import { takeCaller } from '../../system/sms/sms-budget.ts';
import { sendSmsCode } from '../../system/sms/sms-code.ts';
import type { SmsParts } from '../../system/sms/sms-outbox.ts';
import type { Html } from '../serving/html.ts';
import { keptCode } from '../visits/channels.ts';
import { consult } from './consult.ts';
import { beginForm, captchaForm, codeForm, type Problems } from './consult-form.ts';

/** Milliseconds that a token is good for; a text code lasts as long. */
const tokenMs = 10 * 60_000;

/** The next step to show, with the status of its page; `done` once the consultation was taken in. */
export type NextStep = { readonly status: number; readonly main: Html } | 'done';

/** The parts that the steps need. */
export interface StepParts extends FeatureContext {
  readonly sms: SmsParts;
}

const words: Readonly<Record<string, string>> = {
  name: '请填写姓名，不超过 32 个字',
  mobile: '请填写正确的手机号',
  remark: '请写在 200 字以内',
  agreed: '请先同意信息的使用说明',
};

const person = consultBody.pick({ name: true, mobile: true, remark: true });

/** The person of a form with a plain number; or what is wrong, by field. */
function personOf(form: ConsultForm): { readonly form: ConsultForm } | { readonly problems: Problems } {
  const read = person.safeParse(form);
  const wrong = new Set(read.error?.issues.map(({ path }) => String(path[0])));
  if (form.agreed !== '1') wrong.add('agreed');
  if (read.success && wrong.size === 0) return { form: { ...form, ...read.data } };
  return { problems: Object.fromEntries([...wrong].map(name => [name, words[name] ?? '请检查这一项'])) };
}

/** A token that only the step before gives: it shows that this number was asked for here, a short time ago. */
function tokenOf({ secrets }: Engine, mobile: string, until: number): string {
  return `${until}.${secrets.digest(`${mobile}\n${until}`, 'public consultation').digest.toString('hex')}`;
}

function isToken({ secrets, clock }: Engine, token: string, mobile: string): boolean {
  const [time = '', given = ''] = token.split('.');
  const until = Number(time);
  if (!(until > clock.now().getTime())) return false;
  const known = secrets.digests(`${mobile}\n${until}`, 'public consultation');
  const asked = Buffer.from(given);
  return known.some(({ digest }) => {
    const right = Buffer.from(digest.toString('hex'));
    return right.length === asked.length && timingSafeEqual(right, asked);
  });
}

/** The sentence of a refusal that people can do something about; other failures are passed on. */
function refusal(error: unknown): { readonly code: string; readonly text: string } {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return { code: error.code, text: error.fieldErrors('zh')[0]?.message ?? error.text('zh') };
}

/** Sends the text code and shows the step that asks for it; one that was sent a moment ago is asked for, too. */
async function sendCode(parts: StepParts, request: FastifyRequest, form: ConsultForm): Promise<NextStep> {
  const { engine, sms } = parts;
  const until = engine.clock.now().getTime() + tokenMs;
  const token = tokenOf(engine, form.mobile, until);
  try {
    await takeCaller(engine.db, request.ip, engine.clock.now());
    await sendSmsCode(sms, { mobile: form.mobile, scene: 'consult', ip: request.ip });
    return { status: 200, main: codeForm(form, token) };
  } catch (error) {
    const { code, text } = refusal(error);
    if (code === 'smsTooSoon') return { status: 429, main: codeForm(form, token, { form: text }) };
    return { status: 429, main: beginForm(form, { form: text }) };
  }
}

/** Shows the captcha where one is asked for, else sends the text code. */
function afterPerson(parts: StepParts, request: FastifyRequest, form: ConsultForm): Promise<NextStep> {
  if (!parts.config.captcha) return sendCode(parts, request, form);
  return Promise.resolve({ status: 200, main: captchaForm(form, randomUUID()) });
}

async function afterCaptcha(parts: StepParts, request: FastifyRequest, form: ConsultForm): Promise<NextStep> {
  const { engine, config } = parts;
  if (config.captcha) {
    try {
      await checkCaptcha(engine.db, form.uuid, form.patchca, engine.clock.now());
    } catch (error) {
      const { text } = refusal(error);
      return { status: 422, main: captchaForm(form, randomUUID(), { patchca: text }) };
    }
  }
  return sendCode(parts, request, form);
}

async function afterCode(parts: StepParts, request: FastifyRequest, form: ConsultForm): Promise<NextStep> {
  const { engine } = parts;
  if (!isToken(engine, form.token, form.mobile))
    return { status: 422, main: beginForm(form, { form: '页面已过期，请重新验证手机号' }) };
  const read = consultBody.safeParse({
    ...{ name: form.name, mobile: form.mobile, remark: form.remark, smsCode: form.smsCode, page: form.page },
    itemId: /^\d{1,9}$/.test(form.itemId) && form.itemId !== '0' ? form.itemId : null,
    agreed: true,
    channel: keptCode(request),
  });
  if (!read.success)
    return { status: 422, main: codeForm(form, form.token, { smsCode: '请填写 6 位短信验证码' }) };
  try {
    await consult(engine, read.data);
    return 'done';
  } catch (error) {
    return { status: 422, main: codeForm(form, form.token, { smsCode: refusal(error).text }) };
  }
}

/**
 * Takes a step of the form without scripts: the person, the captcha, the text code (domain section 5, A11). Everything
 * is checked again in each step, since a form can be sent without the one before. A program that fills in the field that
 * nobody sees gets the answer that all went well.
 */
export function takeConsultStep(
  parts: StepParts,
  request: FastifyRequest,
  given: ConsultForm,
): Promise<NextStep> {
  if (given[trapField] !== '') return Promise.resolve('done');
  const read = personOf(given);
  if ('problems' in read) return Promise.resolve({ status: 422, main: beginForm(given, read.problems) });
  const { form } = read;
  if (form.step === 'begin') return afterPerson(parts, request, form);
  return form.step === 'code' ? afterCaptcha(parts, request, form) : afterCode(parts, request, form);
}
