import { closeStatement, nameOf, parseComplete, syncMessage, withoutParse } from './wire.ts';

/** Statements that the session underneath keeps prepared at a time; the longest unused is given up for another. */
const mostPrepared = 300;

/** Name prefix of statements prepared by the product's own clients; see `repeating-client.ts`. */
export const keptPrefix = 'yikao_';

/** Statements that a connection has had prepared: the message that does so, by name. */
export type OwnStatements = Map<string, Buffer>;

/** The way to carry a unit out that uses a kept statement. */
export interface KeptUse {
  readonly name: string;
  /** The statement as a message that prepares it. */
  readonly parse: Buffer;
  /** The unit without that message. */
  readonly rest: Uint8Array;
  /** The client waits for the confirmation of the preparation. */
  readonly told: readonly Buffer[];
}

/**
 * The named statements of the product's clients. The database has one session for all connections, so one prepared
 * statement serves every connection that sends the same text; connections never see each other's text under the same
 * name.
 */
export class KeptStatements {
  readonly #prepared = new Map<string, Buffer>();

  /** A unit's use of a kept statement; undefined without one. */
  useOf(unit: Uint8Array, own: OwnStatements): KeptUse | undefined {
    const found = nameOf(unit);
    if (!found?.name.startsWith(keptPrefix)) return undefined;
    const { name, parse } = found;
    if (parse) own.set(name, Buffer.from(parse));
    const known = own.get(name);
    if (!known) return undefined;
    return {
      name,
      parse: known,
      rest: parse ? withoutParse(unit) : unit,
      told: parse ? [parseComplete] : [],
    };
  }

  /** The messages to execute before the rest of the unit; undefined if the statement is already prepared. */
  missing({ name, parse }: KeptUse): Uint8Array | undefined {
    const there = this.#prepared.get(name);
    if (there?.equals(parse)) {
      this.#prepared.delete(name);
      this.#prepared.set(name, there);
      return undefined;
    }
    const [oldest] = this.#prepared.keys();
    const given = there ? name : this.#prepared.size >= mostPrepared ? oldest : undefined;
    if (given !== undefined) this.#prepared.delete(given);
    return Buffer.concat([...(given === undefined ? [] : [closeStatement(given)]), parse, syncMessage]);
  }

  /** Notes that the statement has been prepared. */
  done({ name, parse }: KeptUse): void {
    this.#prepared.set(name, parse);
  }

  /** Records that the session has dropped all of them. */
  clear(): void {
    this.#prepared.clear();
  }
}
