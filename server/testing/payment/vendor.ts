import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Ledger, TradeRefund } from './ledger.ts';

/**
 * A simulated vendor's behaviour for its next calls: it answers normally, never, with a 500 and an HTML page, without a
 * signature, or with a foreign one. `lost` executes the request and drops the answer.
 */
export type Behaviour = 'well' | 'silent' | 'broken' | 'unsigned' | 'forged' | 'lost';

/** A received call. */
export interface VendorRequest {
  readonly method: string;
  /** With its query, as signed. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The answer; `headers` contain the signature if the vendor signs there. */
export interface VendorReply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A notice as a vendor sends it. */
export interface SentNotice {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The common interface of simulated vendors. */
export interface Vendor {
  readonly url: string;
  readonly ledger: Ledger;
  /** The received calls, as `POST /path`. */
  readonly calls: string[];
  /** Sets the behaviour of all following calls, or of a number of them. */
  behave(how: Behaviour, calls?: number): void;
  /** Sets the outcome of refunds from now on. */
  refundsEnd(status: TradeRefund['status']): void;
  close(): Promise<void>;
}

/** A pair of RSA keys, as PEM and as the bare base64 of consoles. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Generates a {@link KeyPair} with the vendors' required 2,048 bits. */
export function keyPair(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** SHA256 with RSA, written here once more: the check must not share the code it checks. */
export const signedBy = (key: string, text: string): string =>
  sign('RSA-SHA256', Buffer.from(text), key).toString('base64');

/** Reports whether a signature is right; see {@link signedBy}. */
export const isSignedBy = (key: string, text: string, signature: string): boolean =>
  verify('RSA-SHA256', Buffer.from(text), key, Buffer.from(signature, 'base64'));

/** Serves calls on this machine; `handle` learns whether to sign its answer, and whether with the right key. */
export async function serveVendor(
  handle: (request: VendorRequest, how: Behaviour) => VendorReply,
): Promise<Omit<Vendor, 'ledger' | 'refundsEnd'>> {
  const calls: string[] = [];
  let behaviour: Behaviour = 'well';
  let left = Number.POSITIVE_INFINITY;
  const behaviourNow = () => {
    if (left === 0) return 'well';
    left -= 1;
    return behaviour;
  };
  const read = async (request: IncomingMessage): Promise<VendorRequest> => ({
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: (await buffer(request)).toString('utf8'),
  });
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    const how = behaviourNow();
    calls.push(`${request.method} ${request.path.split('?')[0]}`);
    if (how === 'silent') return;
    if (how === 'broken') {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html>Bad gateway</html>');
      return;
    }
    const reply = handle(request, how);
    if (how === 'lost') {
      response.destroy();
      return;
    }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    behave(how, count = Number.POSITIVE_INFINITY) {
      behaviour = how;
      left = count;
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
