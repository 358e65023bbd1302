import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An S3-compatible store in memory, for tests. */
export interface S3Server {
  /** `FILES_URL` of its bucket. */
  readonly filesUrl: string;
  readonly objects: Map<string, Buffer>;
  /** Multipart uploads neither completed nor aborted. */
  readonly unfinished: Map<string, Map<number, Buffer>>;
  /** The request, such as `PUT a/b.txt`. */
  readonly log: string[];
  /** This many requests are answered with 503, as by an overloaded store. */
  failNext(times: number): void;
  close(): Promise<void>;
}

const accessKey = 'tester';
const secretKey = 'a/secret+with=signs';
const region = 'cn-north-1';

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Reports whether the request as it came over the wire carries the signature of the tester's secret. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const parts = /Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  );
  if (parts === null) return false;
  const [, credential = '', names = '', signature] = parts;
  const [user, day = '', where, service, end] = credential.split('/');
  const sent = (name: string): string => String(request.headers[name] ?? '');
  if (user !== accessKey || where !== region || service !== 's3' || end !== 'aws4_request') return false;
  if (sent('x-amz-content-sha256') !== hash(body)) return false;
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every(name => names.split(';').includes(name)))
    return false;
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map(name => `${name}:${sent(name)}`),
    '',
    names,
    hash(body),
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    sent('x-amz-date'),
    `${day}/${region}/s3/aws4_request`,
    hash(canonical),
  ].join('\n');
  const dayKey = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request');
  return hmac(dayKey, text).toString('hex') === signature;
}

/** Starts the store on a free port of the loopback address. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const unfinished = new Map<string, Map<number, Buffer>>();
  const log: string[] = [];
  let failures = 0;

  function serveParts(
    request: IncomingMessage,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ): [number, string] {
    const id = query.get('uploadId') ?? '';
    if (query.has('uploads')) {
      const made = `upload-${key}-${unfinished.size + 1}`;
      unfinished.set(made, new Map());
      return [
        200,
        `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
      ];
    }
    const upload = unfinished.get(id);
    if (upload === undefined) return [404, '<Error><Code>NoSuchUpload</Code></Error>'];
    if (request.method === 'PUT') {
      upload.set(Number(query.get('partNumber')), body);
      return [200, ''];
    }
    unfinished.delete(id);
    if (request.method === 'DELETE') return [204, ''];
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const pieces = named.map(([, number, tag]) => {
      const piece = upload.get(Number(number)) ?? Buffer.alloc(0);
      return tag === `"${hash(piece)}"` ? piece : undefined;
    });
    if (!pieces.every(piece => piece !== undefined)) return [200, '<Error><Code>InvalidPart</Code></Error>'];
    objects.set(key, Buffer.concat(pieces));
    return [200, '<CompleteMultipartUploadResult/>'];
  }

  function serveObject(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
    if (request.method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200).end();
      return;
    }
    const found = objects.get(key);
    if (found === undefined) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (request.method === 'HEAD') response.writeHead(200, { 'content-length': found.length }).end();
    else {
      const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      response.writeHead(request.headers.range === undefined ? 200 : 206);
      response.end(found.subarray(Number(start), end === '' ? undefined : Number(end) + 1));
    }
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const url = new URL(request.url ?? '', 'http://store');
    const key = url.pathname.replace(/^\/bucket\//, '');
    log.push(`${request.method} ${key}`);
    if (failures > 0) {
      failures -= 1;
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    } else if (!isSigned(request, body)) {
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    } else if (url.searchParams.size > 0) {
      const [status, text] = serveParts(request, key, url.searchParams, body);
      response.writeHead(status, { etag: `"${hash(body)}"` }).end(text);
    } else serveObject(request, response, key, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is never the path that the declared type also allows.
  const { port } = server.address() as AddressInfo;
  const user = `${accessKey}:${encodeURIComponent(secretKey)}`;
  return {
    filesUrl: `s3+http://${user}@127.0.0.1:${port}/bucket/yikao?region=${region}`,
    objects,
    unfinished,
    log,
    failNext: times => {
      failures = times;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
