import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { maskPersonal } from '@yikao/model/rules/mask.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditNoteOf } from '../../../engine/http/audit-note.ts';
import { personalKeys } from '../../../engine/read/filters.ts';
import type { Feature } from '../../shared/feature.ts';
import { accountHint, type CallMeaning, meaningOf, summaryOf } from './describe.ts';
import { factsOf, subjectOf } from './facts.ts';
import { createRecorder } from './recorder.ts';
import { pictureNames, type Revealed, revealedBy, watchedNames } from './revealed.ts';

/** Calls that write. */
const writes = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);

/** The parts of an answer that the log records: its data, the key of a new row, and the reason for a refusal. */
interface Told {
  readonly data?: unknown;
  readonly id?: string;
  readonly reason?: string;
}

/**
 * The audit log (domain A6): every write, login and logout, every refusal for lack of a permission, every search for a
 * personal number, every restricted file, and every answer, for any page, that reveals complete numbers, pictures or
 * marks of several persons, or watched values of several rows such as the answers of questions, with the number of rows of
 * each. Written after the answer was sent. Calls without a
 * session, other than logins, are left out: anyone could flood the log with them.
 */
export const auditFeature: Feature = (app, { engine, logger }) => {
  const recorder = createRecorder(engine.db, logger, subjects => factsOf(engine, subjects));
  const told = new WeakMap<FastifyRequest, Told>();

  const pictures = pictureNames(engine.datasets);
  const revealed = new WeakMap<FastifyRequest, Revealed>();

  app.addHook('preSerialization', async (request, reply, payload) => {
    const about = request.routeOptions.config.call?.of;
    const watched = watchedNames(typeof about === 'string' ? undefined : about);
    const shown =
      request.actor && reply.statusCode < 300 ? revealedBy(payload, pictures, watched) : undefined;
    if (shown) revealed.set(request, shown);
    if (isWrite(request) || reply.statusCode === 403) {
      const { dataset } = meaningOf(request.routeOptions.config.call, request.method);
      told.set(request, toldBy(payload, dataset?.key));
    }
    return payload;
  });

  app.addHook('onResponse', async (request, reply) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const meaning = meaningOf(request.routeOptions.config.call, method);
    const numbers = isWrite(request) ? undefined : numbersAsked(request, meaning);
    const shown = revealed.get(request);
    if (!isKept(request, reply, meaning) && !shown && !(numbers && request.actor)) return;
    const { id, reason, data } = told.get(request) ?? {};
    const isLogin = meaning.action === 'login';
    const account = isLogin ? textOf(request.body, 'userName') : null;
    const note = auditNoteOf(request);
    const done = reply.statusCode < 400;
    const what = isLogin
      ? (note.what ?? accountHint(account ?? ''))
      : `${request.method} ${request.url.split('?')[0]} ${summaryOf(numbers ?? sent(request))}`;
    recorder.note({
      time: engine.clock.now(),
      userId: note.userId ?? (isLogin ? null : (request.actor?.userId ?? null)),
      userName: note.userName ?? (isLogin ? null : (request.actor?.userName ?? null)),
      account,
      module: meaning.module,
      action: meaning.action,
      bizId: (rowOf(request, meaning) ?? id ?? null)?.slice(0, 64) ?? null,
      content: [
        done ? [] : (reason ?? reply.statusCode),
        tokenOf(request),
        what,
        shown ? `told ${JSON.stringify(shown)}` : [],
        !isLogin && note.what ? note.what : [],
      ]
        .flat()
        .join(' · '),
      ip: request.ip,
      done,
      costMs: Math.round(reply.elapsedTime),
      ...(isWrite(request) &&
        request.actor && {
          subject: subjectOf(request.actor, meaning.dataset, {
            body: request.body,
            query: request.query,
            data,
            startsJob: done && request.routeOptions.config.call?.message === 'jobStarted',
          }),
        }),
    });
  });

  app.addHook('onClose', () => recorder.stop());
};

/** The calling API token, by its owner's name for it. */
function tokenOf({ actor }: FastifyRequest): string[] {
  return actor?.token ? [`API ${actor.token.hint}… ${actor.token.name}`] : [];
}

/** Reports whether a call changes rows, or has a separate action in the log; some calls that only read are POST. */
function isWrite({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return writes.has(method) && (config.call?.reads !== true || config.call.audit !== undefined);
}

/** The personal numbers that a call that reads searches for, masked; undefined if there are none. */
function numbersAsked(
  request: FastifyRequest,
  { dataset }: CallMeaning,
): Readonly<Record<string, unknown>> | undefined {
  if (!dataset) return undefined;
  const personal = personalKeys(dataset);
  const asked = Object.entries(Object(sent(request)) as Record<string, unknown>).filter(
    ([key, value]) => personal.includes(key.replace(/\[\]$/, '')) && !isEmpty(value),
  );
  return asked.length === 0
    ? undefined
    : Object.fromEntries(asked.map(([key, value]) => [key, maskPersonal(String(value))]));
}

function isKept(request: FastifyRequest, reply: FastifyReply, { action }: CallMeaning): boolean {
  // Calls refused by a rate limit must not fill the log.
  if (action === 'login') return reply.statusCode !== 429 || request.actor !== undefined;
  if (request.actor === undefined) return false;
  if (isWrite(request) || reply.statusCode === 403) return !request.is404;
  return action === 'download' && isFirstPart(reply);
}

/** Reports whether a restricted file has begun to be sent; later parts of a range belong to the same download. */
function isFirstPart(reply: FastifyReply): boolean {
  if (!String(reply.getHeader('content-disposition') ?? '').startsWith('attachment')) return false;
  const range = String(reply.getHeader('content-range') ?? 'bytes 0-');
  return reply.statusCode < 300 && range.startsWith('bytes 0-');
}

/** The caller's input: the body, with the query if there is one. */
function sent(request: FastifyRequest): unknown {
  const query = Object(request.query) as Record<string, unknown>;
  const asked = Object.keys(query).length > 0;
  // The body of an upload is its file, which was streamed.
  return asked ? { ...query, ...(Object(request.body) as object) } : (request.body ?? {});
}

/** The row or the rows a call is about, as far as it names them. */
function rowOf(request: FastifyRequest, { action, dataset }: CallMeaning): string | undefined {
  if (action === 'download') return (request.params as { readonly '*'?: string })['*']?.replace(/^/, '/');
  for (const source of [request.body, request.query]) {
    const named = textOf(source, dataset?.key ?? 'id') ?? textOf(source, 'ids');
    if (named !== null) return named;
  }
  return undefined;
}

/** A member of an unknown value as text; null without it. */
function textOf(source: unknown, key: string): string | null {
  const value =
    source !== null && typeof source === 'object' ? (source as Record<string, unknown>)[key] : undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.slice(0, 20).map(String).join(',') : null;
}

function toldBy(payload: unknown, key: string | undefined): Told {
  const data =
    payload !== null && typeof payload === 'object' ? (payload as Record<string, unknown>).data : undefined;
  const id = textOf(data, key ?? 'id');
  const reason = textOf(data, 'reason');
  return { data, ...(id !== null && { id }), ...(reason !== null && { reason }) };
}
