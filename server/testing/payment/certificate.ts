import { createPublicKey, sign } from 'node:crypto';
import type { KeyPair } from './vendor.ts';

/** A value of DER: tag, length, content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const nothing = Buffer.from([0x05, 0x00]);
/** 1.2.840.113549.1.1.11, SHA256 with RSA; and 2.5.4.3, the common name. */
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), nothing);
const commonName = Buffer.from('550403', 'hex');

const nameOf = (text: string) =>
  sequence(der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from(text)))));
const timeOf = (time: Date) =>
  der(0x17, Buffer.from(`${time.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

/**
 * A self-signed X.509 certificate as PEM, as issued by a platform. `serial` is hexadecimal and begins with a digit
 * below 8, so that it is a positive number.
 */
export function certificate(keys: KeyPair, serial: string, from: Date, to: Date): string {
  const body = sequence(
    der(0x02, Buffer.from(serial, 'hex')),
    sha256WithRsa,
    nameOf('A platform for tests'),
    sequence(timeOf(from), timeOf(to)),
    nameOf('A platform for tests'),
    createPublicKey(keys.publicKey).export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, keys.privateKey);
  const whole = sequence(body, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
