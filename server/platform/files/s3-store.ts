import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure } from '@yikao/model/errors.ts';
import { createMeter } from './measure.ts';
import { type Bucket, BucketError, send, xmlText } from './s3-client.ts';
import { checkedKey, type FileStore, type PutOptions } from './types.ts';

/** Bytes per part of a large file. Stores accept parts from 5 MB, up to 10,000 of them: here up to 80 GB. */
const partBytes = 8 * 1024 * 1024;

/**
 * Parses `s3://key:secret@host/bucket/folder?region=name`; key and secret percent-encoded if they contain `/` or `+`,
 * folder and region optional (`us-east-1`), `s3+http://` for a store without TLS.
 */
function readBucket(filesUrl: string): Bucket & { readonly prefix: string } {
  const url = new URL(filesUrl);
  const [bucket = '', ...folders] = url.pathname.split('/').filter(part => part !== '');
  if (bucket === '' || url.username === '' || url.password === '') {
    throw new Error('FILES_URL must look like s3://key:secret@host/bucket');
  }
  return {
    address: `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}/${bucket}`,
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    prefix: folders.map(folder => `${folder}/`).join(''),
  };
}

/** The stream in pieces of {@link partBytes}, the last one shorter; one empty piece for an empty stream. */
async function* parts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  let first = true;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    while (size > partBytes) {
      const all = Buffer.concat(chunks, size);
      yield all.subarray(0, partBytes);
      first = false;
      chunks = [all.subarray(partBytes)];
      size -= partBytes;
    }
  }
  if (size > 0 || first) yield Buffer.concat(chunks, size);
}

async function uploadParts(
  bucket: Bucket,
  key: string,
  pieces: AsyncIterator<Buffer>,
  begin: readonly Buffer[],
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const started = await send(bucket, { method: 'POST', key, query: { uploads: '' }, headers });
  const uploadId = xmlText(await started.text(), 'UploadId');
  if (uploadId === undefined) throw new Error(`${key}: the store gave no upload id`);
  try {
    const tags: string[] = [];
    const upload = async (body: Buffer): Promise<void> => {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await send(bucket, { method: 'PUT', key, query, body });
      tags.push(answer.headers.get('etag') ?? '');
    };
    for (const piece of begin) await upload(piece);
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next())
      await upload(next.value);
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const answer = await (await send(bucket, { method: 'POST', key, query: { uploadId }, body })).text();
    // The store answers 200 before it has finished, and may still report a failure in the body.
    const refused = xmlText(answer, 'Code');
    if (refused !== undefined) throw new Error(`${key}: ${refused}`);
  } catch (error) {
    // The parts would be kept and charged. A failure of this clean-up matters less than the original error.
    await send(bucket, { method: 'DELETE', key, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

function missing(error: unknown): boolean {
  return error instanceof BucketError && error.status === 404;
}

/** A {@link FileStore} in a bucket of an S3-compatible store, by its HTTP calls. */
export function createS3Store(filesUrl: string): FileStore {
  const { prefix, ...bucket } = readBucket(filesUrl);
  const objectOf = (key: string): string => prefix + checkedKey(key);

  async function put(key: string, content: Readable, { maxBytes, contentType }: PutOptions) {
    const object = objectOf(key);
    const headers = { 'content-type': contentType ?? 'application/octet-stream' };
    const meter = createMeter(maxBytes);
    const flow = pipeline(content, meter.stream);
    // Awaited below; until then its failure is not unhandled, because the meter's reader sees it as well.
    flow.catch(() => {});
    const pieces = parts(meter.stream);
    const first = await pieces.next();
    const second = await pieces.next();
    const one = first.done === true ? Buffer.alloc(0) : first.value;
    if (second.done === true) await send(bucket, { method: 'PUT', key: object, headers, body: one });
    else await uploadParts(bucket, object, pieces, [one, second.value], headers);
    await flow;
    return { key, ...meter.result() };
  }

  async function open(key: string, range?: { start: number; end?: number }): Promise<Readable> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {};
    try {
      const { body } = await send(bucket, { method: 'GET', key: objectOf(key), headers });
      return body === null ? Readable.from([]) : Readable.fromWeb(body);
    } catch (error) {
      if (missing(error)) throw failure('notFound', { cause: error });
      throw error;
    }
  }

  return {
    put,
    open,
    async stat(key) {
      try {
        const { headers } = await send(bucket, { method: 'HEAD', key: objectOf(key) });
        return { key, size: Number(headers.get('content-length')) };
      } catch (error) {
        if (missing(error)) return undefined;
        throw error;
      }
    },
    async remove(key) {
      await send(bucket, { method: 'DELETE', key: objectOf(key) }).catch(error => {
        if (!missing(error)) throw error;
      });
    },
    async localCopy(key) {
      const path = join(tmpdir(), `yikao-file-${randomUUID()}`);
      const release = () => rm(path, { force: true });
      try {
        await pipeline(await open(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        await release();
        throw error;
      }
      return { path, release };
    },
  };
}
