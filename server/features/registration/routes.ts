import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import {
  auditBody,
  audited,
  ownApplications,
  registerBody,
  registered,
  registerPlaces,
  registerStatusBody,
  smsCodeLifeMs,
  smsCodeQuery,
  smsCodeSent,
  smsResendMs,
} from '@yikao/model/calls/registration.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { validateValue } from '@yikao/model/kernel/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import { stepCode } from '@yikao/model/permissions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { authorise } from '../../engine/access.ts';
import type { Engine } from '../../engine/engine.ts';
import { actorOf } from '../../engine/http/actor.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import type { Db } from '../../engine/sql.ts';
import { openSmsGateway } from '../../platform/sms/open.ts';
import type { Feature } from '../feature.ts';
import { type RateLimit, takeAttempt } from '../rate-limit.ts';
import { takeCaller } from '../sms-budget.ts';
import { sendSmsCode } from '../sms-code.ts';
import { apply } from './apply.ts';
import { ownStatus, readPlaces } from './lookup.ts';
import { audit, licenseOf } from './review.ts';

const { partnersApply } = registry;

/** Applications and look-ups that one address may send an hour; each carries a picture, so it is asked for first. */
const perAddress: RateLimit = { max: 30, windowMs: 3_600_000 };

const applyIdQuery = z.object({ applyId: z.coerce.number().int().positive() });

const docs = {
  code: {
    summary: label('发送短信验证码，须图形验证码', 'Send a text code; asks for a captcha'),
    tag: 'registration',
    query: smsCodeQuery,
    data: smsCodeSent,
  },
  register: {
    summary: label(
      '合伙人或机构注册申请(multipart，可附资质图片 license)',
      'Apply as partner or agency (multipart, with the picture license)',
    ),
    tag: 'registration',
    body: registerBody,
    data: registered,
  },
  status: {
    summary: label('凭短信验证码查询本人申请', "Look one's own applications up with a text code"),
    tag: 'registration',
    body: registerStatusBody,
    data: ownApplications,
  },
  places: {
    summary: label('注册可选的省市', 'Provinces and cities to register in'),
    tag: 'registration',
    data: registerPlaces,
  },
  license: {
    summary: label('申请的资质图片', 'Picture of the licence'),
    tag: 'registration',
    permission: 'base:partnersapply:list',
    query: applyIdQuery,
  },
  audit: {
    summary: label(
      '审核：通过开通账号，驳回须填原因',
      'Decide: approve and make the account, or refuse with a reason',
    ),
    tag: 'registration',
    permission: stepCode(partnersApply, { may: 'audit' }),
    body: auditBody,
    data: audited,
  },
} as const satisfies Record<string, CallDoc>;

/** What other features do for this one. */
export interface RegistrationNeeds {
  /** Uses a captcha up; see `checkCaptcha`. */
  readonly checkCaptcha: (db: Db, uuid: string, answer: string, now: Date) => Promise<void>;
  /** Throws for what is no picture; see `assertLicense`. */
  readonly assertPicture: (content: Buffer) => void;
  /** Keeps a picture that nobody but reviewers may see; see `storeUpload`. */
  readonly keepPicture: (engine: Engine, content: Readable, name: string) => Promise<string>;
  /** Sends a kept picture; see `sendPicture`. */
  readonly sendPicture: (
    engine: Engine,
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ) => Promise<unknown>;
}

/** A picture that came with a form. */
interface Picture {
  readonly content: Buffer;
  readonly name: string;
}

/** Registration of partners and agencies, its review, and the text codes it needs (domain A5, F7). */
export function registrationFeature(needs: RegistrationNeeds): Feature {
  return async (app, { engine, config, logger }) => {
    const { db, clock } = engine;
    const sms = { db, clock, logger, gateway: openSmsGateway(config, logger) };

    for (const path of ['/api/sms/user/code', '/api/user/sms/code']) {
      app.get(path, { config: { public: true, doc: docs.code } }, async request => {
        const { mobile: raw, scene, uuid, patchca } = smsCodeQuery.parse(request.query);
        const mobile = mobileOf(raw);
        await takeCaller(db, request.ip, clock.now());
        if (config.captcha) await needs.checkCaptcha(db, uuid, patchca, clock.now());
        await sendSmsCode(sms, { mobile, scene, ip: request.ip });
        return answer(request, { resendSeconds: smsResendMs / 1000, validSeconds: smsCodeLifeMs / 1000 });
      });
    }

    const admit = async (request: FastifyRequest) => {
      const attempt = await takeAttempt(db, `register-address:${request.ip}`, perAddress, clock.now());
      if (!attempt.allowed) throw failure('tooManyRequests');
    };

    await app.register(async scope => {
      await scope.register(multipart, {
        limits: { files: 1, fields: 24, parts: 25, fieldSize: 1_024, fileSize: limits.imageBytes },
      });
      scope.post(
        '/api/admin/partners/register',
        // Counted before the picture is read.
        { config: { public: true, doc: docs.register }, onRequest: admit },
        async request => {
          const { body, picture } = await readForm(request);
          // A wrong file must not cost the text code.
          if (picture) needs.assertPicture(picture.content);
          const keep =
            picture && (() => needs.keepPicture(engine, Readable.from([picture.content]), picture.name));
          return answer(request, await apply(engine, body, keep));
        },
      );
    });

    app.post(
      '/api/admin/partners/register/status',
      { config: { public: true, doc: docs.status }, onRequest: admit },
      async request => answer(request, await ownStatus(engine, request.body)),
    );

    app.get(
      '/api/admin/partners/register/places',
      { config: { public: true, doc: docs.places } },
      async (request, reply) => {
        reply.header('cache-control', 'public, max-age=3600');
        return answer(request, await readPlaces(db));
      },
    );

    app.get(
      `${partnersApply.path}/license`,
      { config: { doc: docs.license }, compress: false },
      async (request, reply) => {
        const actor = actorOf(request);
        authorise(actor, partnersApply, 'list');
        const path = await licenseOf(db, actor, applyIdQuery.parse(request.query).applyId);
        return needs.sendPicture(engine, request, reply, path);
      },
    );

    app.put(`${partnersApply.path}/audit`, { config: { doc: docs.audit } }, async request =>
      answer(request, await audit(engine, actorOf(request), request.body)),
    );
  };
}

/** A mobile number as it is kept. Throws `invalidFields`. */
function mobileOf(raw: string): string {
  const field = partnersApply.fields.phone;
  const read = validateValue('mobile', field, raw);
  if ('issue' in read) throw failure('invalidFields', { issues: [read.issue], labels: () => field.label });
  return String(read.value);
}

/**
 * The fields of a form with its picture, or a JSON body without one. The picture is held in memory, bounded by its
 * size: nothing is stored before the text code has shown that a person stands behind it. Throws `tooLarge`,
 * `badRequest` for a form that is none.
 */
async function readForm(request: FastifyRequest): Promise<{ body: unknown; picture: Picture | undefined }> {
  if (!request.isMultipart()) return { body: request.body, picture: undefined };
  const body: Record<string, unknown> = Object.create(null);
  let picture: Picture | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') body[part.fieldname] = part.value;
      else {
        const content = await part.toBuffer();
        if (part.fieldname === 'license' && content.length > 0) picture = { content, name: part.filename };
      }
    }
  } catch (cause) {
    const { code } = (cause ?? {}) as { code?: unknown };
    if (code === 'FST_REQ_FILE_TOO_LARGE') {
      throw failure('tooLarge', { params: { max: limits.imageBytes / 1024 / 1024 }, cause });
    }
    throw failure('badRequest', { cause });
  }
  return { body: { ...body }, picture };
}
