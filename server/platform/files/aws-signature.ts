import { createHash, createHmac } from 'node:crypto';

/** Who signs, and for which region of the store. */
export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** A request with everything that its signature covers. */
export interface SignableRequest {
  readonly method: string;
  readonly url: URL;
  /** Further headers to be signed, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal. */
  readonly bodySha256: string;
}

/** SHA-256 in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986 encoding, which is stricter than JavaScript's: `!'()*` are encoded too. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/**
 * The headers that sign a request with AWS Signature Version 4 for the service `s3`, as published in "Authenticating
 * Requests (AWS Signature Version 4)": the given headers, the date, the body's hash and the authorization. The host is
 * also signed, and the caller must send it.
 */
export function signedHeaders(
  request: SignableRequest,
  credentials: Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${credentials.region}/s3/aws4_request`;
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': request.bodySha256,
    'x-amz-date': time,
  };
  const signed = Object.entries({ ...headers, host: request.url.host }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    request.bodySha256,
  ].join('\n');
  const key = [credentials.region, 's3', 'aws4_request'].reduce(
    hmac,
    hmac(`AWS4${credentials.secretKey}`, time.slice(0, 8)),
  );
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKey}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}
