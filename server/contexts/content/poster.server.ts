import type { BrokenText } from '@yikao/model/contexts/content/poster.calls.ts';
import { posterCalls } from '@yikao/model/contexts/content/poster.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { channelPage } from '@yikao/model/contexts/partner/channels.calls.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { mayRead, type StoredFile, storedColumns } from '../../engine/files/readers.ts';
import { handle } from '../../engine/http/handle.ts';
import { count } from '../../engine/read/counters.ts';
import { type Found, findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { createDrawing } from '../../platform/drawing/drawing.ts';
import { missingCharacters } from '../../platform/drawing/fonts.ts';
import { linesOf } from '../../platform/drawing/picture.ts';
import { createDrawnPosters } from './poster/drawn-posters.ts';
import { type PosterDraft, posterIssues, readPictureSizes } from './poster/poster-issues.ts';
import { type PosterLook, pictureOf, weightOf } from './poster/poster-picture.ts';

const { channel, poster } = registry;

/** Counts how often a poster was handed out. */
const uses = { table: 't_poster', key: 'poster_id', column: 'use_num' } as const;

/** Largest side of the picture of a draft, in pixels: enough for a screen. */
const previewSide = 1_280;

/** Fields that decide how a poster looks. */
const lookFields = ['background', 'qrX', 'qrY', 'qrSize', 'textItems'] as const;

/** A channel within the actor's reach that people may be sent to. Throws `notFound`, and `unmetNeeds` for a disabled one. */
async function reachedChannel(
  engine: Engine,
  actor: Actor,
  channelId: number,
): Promise<Found<typeof channel>> {
  const found = await findRow(engine, engine.db, channel, actor, channelId);
  if (!found) throw failure('notFound');
  if (found.status === enable.is.enabled) return found;
  const params = {
    zh: '该渠道已停用，扫码不再计入它',
    en: 'The channel is disabled; scans are not counted for it',
  };
  throw failure('unmetNeeds', { params });
}

/** A poster that the actor may hand out for a channel. Throws `notFound`, and `unmetNeeds` with the reason. */
async function posterFor(engine: Engine, actor: Actor, posterId: number, channelId: number) {
  const found = await findRow(engine, engine.db, poster, actor, posterId);
  if (!found) throw failure('notFound');
  const refuse = (zh: string, en: string) => failure('unmetNeeds', { params: { zh, en } });
  if (found.status !== enable.is.enabled) throw refuse('该海报已停用', 'The poster is disabled');
  const channels = found.channelIds ?? [];
  if (channels.length > 0 && !channels.includes(channelId)) {
    throw refuse('该海报不适用于这个渠道', 'The poster is not meant for this channel');
  }
  return found;
}

/** The look of a draft. Throws `invalidFields` with every problem that a save would find, too. */
async function lookOfDraft(
  engine: Engine,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<PosterLook> {
  const issues: Issue[] = [];
  const values: Record<string, unknown> = {};
  for (const name of lookFields) {
    const read = validateValue(name, poster.fields[name], body[name] ?? null);
    if ('issue' in read) issues.push(read.issue);
    else values[name] = read.value;
  }
  // Each field has just read its own value.
  const draft = values as PosterDraft;
  const refuse = (found: readonly Issue[]) =>
    failure('invalidFields', {
      issues: found,
      labels: name => poster.fields[name as keyof typeof poster.fields]?.label,
    });
  if (issues.length > 0) throw refuse(issues);
  const path = draft.background ?? '';
  const found = await sql<StoredFile>`
    select ${storedColumns} from t_upload_file where path = ${path}`.execute(engine.db);
  const [file] = found.rows;
  if (!file || !(await mayRead(engine, actor, file))) throw failure('notFound');
  const wrong = posterIssues(draft, await readPictureSizes(engine.db, [path]));
  if (wrong.length > 0) throw refuse(wrong);
  // Required fields were refused above if they are empty.
  return values as unknown as PosterLook;
}

/** Server side of the posters: what may be saved, and the pictures for channels (domain L6). */
export const posterServer = defineServer(poster, {
  reads: [...lookFields],
  async before(db, changes) {
    const sizes = await readPictureSizes(
      db,
      changes.flatMap(({ row }) => row.background ?? []),
    );
    return changes.map(({ key, values, row }) => {
      const touched = key === undefined || lookFields.some(name => Object.hasOwn(values, name));
      return touched ? { issues: posterIssues(row, sizes) } : {};
    });
  },
  routes(app, engine) {
    const drawing = createDrawing();
    app.addHook('onClose', () => drawing.close());
    const drawn = createDrawnPosters(engine.files, drawing);
    const linkOf = ({ protocol, host }: { protocol: string; host: string }, code: string) =>
      `${engine.publicUrl ?? `${protocol}://${host}`}${channelPage(code)}`;

    handle(app, posterCalls.render, async ({ actor, request, reply, query: { posterId, channelId } }) => {
      const row = await posterFor(engine, actor, posterId, channelId);
      const { channel: code } = await reachedChannel(engine, actor, channelId);
      const png = await drawn.draw(row, linkOf(request, code));
      await count(engine.db, uses, [posterId], 1);
      return reply
        .type('image/png')
        .header('content-disposition', `attachment; filename="poster-${posterId}-${code}.png"`)
        .header('cache-control', 'private, no-store')
        .send(png);
    });

    handle(app, posterCalls.preview, async ({ actor, request, body: { channelId, ...draft } }) => {
      const look = await lookOfDraft(engine, actor, draft);
      const code = channelId == null ? '' : (await reachedChannel(engine, actor, channelId)).channel;
      const picture = await pictureOf(engine.files, look, linkOf(request, code));
      const scale = Math.min(1, previewSide / Math.max(picture.width, picture.height));
      const png = await drawing.draw({ ...picture, scale });
      return `data:image/png;base64,${png.toString('base64')}`;
    });

    handle(app, posterCalls.layout, async ({ body: { texts } }) =>
      texts.map(({ weight: code, ...text }): BrokenText => {
        const weight = weightOf(code);
        const { lines, cut } = linesOf({ ...text, weight });
        return { lines: [...lines], cut, missing: missingCharacters(text.text, weight) };
      }),
    );
  },
});
