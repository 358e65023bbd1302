import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { registrationCalls } from '@yikao/model/contexts/partner/registration.calls.ts';
import { smsCodeLifeMs, smsResendMs } from '@yikao/model/contexts/system/sms-code.ts';
import { failure } from '@yikao/model/errors.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { openSmsGateway } from '../../../platform/sms/open.ts';
import type { Feature } from '../../shared/feature.ts';
import { createExchangeLog } from '../../system/gateway-log.ts';
import { takeCaller } from '../../system/sms/sms-budget.ts';
import { sendSmsCode } from '../../system/sms/sms-code.ts';
import { apply } from './apply.ts';
import { ownStatus, readPlaces } from './lookup.ts';
import { audit, licenseOf } from './review.ts';

const { partnersApply } = registry;

/** The work of other features for this one. */
export interface RegistrationNeeds {
  /** Uses a captcha up; see `checkCaptcha`. */
  readonly checkCaptcha: (db: Db, uuid: string, answer: string, now: Date) => Promise<void>;
  /** Throws if the content is not a picture; see `assertLicense`. */
  readonly assertPicture: (content: Buffer) => void;
  /** Stores a picture that only reviewers may see; see `storeUpload`. */
  readonly keepPicture: (engine: Engine, content: Readable, name: string) => Promise<string>;
  /** Sends a kept picture; see `sendPicture`. */
  readonly sendPicture: (
    engine: Engine,
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ) => Promise<unknown>;
}

/** A picture sent with a form. */
interface Picture {
  readonly content: Buffer;
  readonly name: string;
}

/** Registration of partners and agencies, its review, and the text codes it needs (domain A5, F7). */
export function registrationFeature(needs: RegistrationNeeds): Feature {
  return async (app, { engine, config, logger }) => {
    const { db, clock } = engine;
    const sms = {
      engine,
      logger,
      gateway: openSmsGateway(config, logger, createExchangeLog(engine, logger)),
    };

    handle(
      app,
      registrationCalls.smsCode,
      async ({ request, query: { mobile: raw, scene, uuid, patchca } }) => {
        const mobile = mobileOf(raw);
        await takeCaller(db, request.ip, clock.now());
        if (config.captcha) await needs.checkCaptcha(db, uuid, patchca, clock.now());
        await sendSmsCode(sms, { mobile, scene, ip: request.ip });
        return { resendSeconds: smsResendMs / 1000, validSeconds: smsCodeLifeMs / 1000 };
      },
    );

    await app.register(async scope => {
      await scope.register(multipart, {
        limits: { files: 1, fields: 24, parts: 25, fieldSize: 1_024, fileSize: limits.imageBytes },
      });
      handle(scope, registrationCalls.register, async ({ request }) => {
        const { body, picture } = await readForm(request);
        // A wrong file must not cost the text code.
        if (picture) needs.assertPicture(picture.content);
        const keep =
          picture && (() => needs.keepPicture(engine, Readable.from([picture.content]), picture.name));
        return apply(engine, body, keep);
      });
    });

    handle(app, registrationCalls.status, ({ body }) => ownStatus(engine, body));
    handle(app, registrationCalls.places, ({ reply }) => {
      reply.header('cache-control', 'public, max-age=3600');
      return readPlaces(db);
    });
    handle(app, registrationCalls.license, async ({ actor, request, reply, query }) =>
      needs.sendPicture(engine, request, reply, await licenseOf(db, actor, query.applyId)),
    );
    handle(app, registrationCalls.audit, ({ actor, body }) => audit(engine, actor, body));
  };
}

/** Normalises a mobile number for storage. Throws `invalidFields`. */
function mobileOf(raw: string): string {
  const field = partnersApply.fields.phone;
  const read = validateValue('mobile', field, raw);
  if ('issue' in read) throw failure('invalidFields', { issues: [read.issue], labels: () => field.label });
  return String(read.value);
}

/**
 * Reads the fields of a form with its picture, or a JSON body without one. The picture is held in memory, limited in
 * size: nothing is stored until the text code has shown that a person is behind it. Throws `tooLarge`, and `badRequest`
 * for an invalid form.
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
