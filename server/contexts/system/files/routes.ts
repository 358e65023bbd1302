import multipart from '@fastify/multipart';
import { pathOf } from '@yikao/model/calls/call.ts';
import { fileCalls, storedFile } from '@yikao/model/calls/files.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FastifyRequest } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import type { KindName } from '../../../engine/files/kinds.ts';
import { audience } from '../../../engine/files/readers.ts';
import { type Accepted, storeUpload } from '../../../engine/files/store.ts';
import { actorOf } from '../../../engine/http/actor.ts';
import { handle } from '../../../engine/http/handle.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import { faultOf } from '../../../platform/faults.ts';
import type { Feature } from '../../shared/feature.ts';
import { sendFile } from './send.ts';

/** Workbooks to import, and images of image fields (domain A9, 4.14). */
const anyUpload: readonly KindName[] = ['xlsx', 'xls', 'csv', 'page', 'zip', 'jpeg', 'png', 'gif', 'webp'];

/** The kinds of files that a file field takes: documents and certificates, too. */
const fieldUpload: readonly KindName[] = [...anyUpload, 'pdf', 'pem'];

/** The kinds of files allowed in rich text (spec section 2): stricter than for an image field. */
const editorUpload: Accepted = {
  kinds: ['jpeg', 'gif', 'mp4', 'rmvb'],
  // It is shown within the text, in consumer apps too.
  audience: audience.everybody,
  maxBytes: kind => (kind === 'jpeg' || kind === 'gif' ? limits.editorImageBytes : limits.editorVideoBytes),
};

const megabyte = 1024 * 1024;

/** Stores the file of a multipart request and answers its path. Throws `badRequest` without a file. */
async function receive(engine: Engine, request: FastifyRequest, accepted: Accepted): Promise<string> {
  const by = actorOf(request);
  if (!request.isMultipart()) throw failure('badRequest');
  const part = await request.file().catch((cause: unknown) => {
    // Errors of the form parser for invalid forms have no code.
    throw cause instanceof Error && 'code' in cause ? cause : failure('badRequest', { cause });
  });
  if (!part) throw failure('badRequest');
  try {
    const bytes = Number(request.headers['content-length'] ?? 0);
    return await storeUpload(engine, accepted, { content: part.file, name: part.filename, bytes, by });
  } catch (error) {
    // The rest is read and thrown away: a browser shows an answer only once it has sent everything.
    part.file.resume();
    // A form that ends in the middle of its file is the sender's failure, not the store's.
    throw part.file.errored === null || part.file.errored !== error || faultOf(error) === 'diskFull'
      ? error
      : failure('badRequest', { cause: error });
  }
}

/** Uploads and downloads (domain A9). */
export const filesFeature: Feature = async (app, { engine }) => {
  await app.register(async scope => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // The store enforces limits per kind; these only limit what one request can make the server read.
      limits: { files: 1, fields: 8, parts: 9, fieldSize: 4096, fileSize: limits.workbookBytes + 1 },
    });

    handle(scope, fileCalls.upload, async ({ request }) => {
      const most = (await readParameter(engine.db, 'upload.maxMB')) * megabyte;
      return receive(engine, request, { kinds: anyUpload, maxBytes: () => most });
    });
    handle(scope, fileCalls.uploadDocument, async ({ request }) => {
      const most = (await readParameter(engine.db, 'upload.maxMB')) * megabyte;
      const maxBytes = () => Math.min(most, limits.documentBytes);
      return receive(engine, request, { kinds: fieldUpload, maxBytes });
    });
    handle(scope, fileCalls.uploadMedia, async ({ request }) =>
      pathOf(fileCalls.read, storedFile(await receive(engine, request, editorUpload)).params),
    );
  });

  handle(app, fileCalls.read, ({ request, reply, params }) =>
    sendFile(engine, request, reply, `/${params['*']}`),
  );
};
