import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { KeptStatements, type OwnStatements } from './kept-statements.ts';
import { leavesState, mayLeaveState } from './session-state.ts';
import {
  encryptionRefused,
  endState,
  errorAnswer,
  isCopyIn,
  isRefused,
  ProtocolError,
  passwordWanted,
  simpleQuery,
  type Unit,
  UnitReader,
  wantsReady,
  welcome,
} from './wire.ts';

/** Runs a unit on the underlying session and returns the bytes of its answer. */
export type Execute = (unit: Uint8Array) => Buffer[];

interface SessionsOptions {
  readonly execute: Execute;
  /** Called when an answer shows that the underlying session is broken and must not be used again. */
  readonly onBroken: (why: string) => void;
  readonly serverVersion: string;
  /** The password for connections, known only to the product's own processes. */
  readonly password: string;
  /** Milliseconds a connection may keep a transaction open without sending anything; the others wait meanwhile. */
  readonly idleInTransactionMs: number;
}

interface Session {
  readonly socket: Socket;
  readonly reader: UnitReader;
  /** The statements that this connection has had prepared to be kept. */
  readonly own: OwnStatements;
  unit: Unit | undefined;
  closed: boolean;
}

const rollback = simpleQuery('rollback');

/**
 * Clears settings, prepared statements, temporary tables, cursors and locks of the session; not allowed in a
 * transaction.
 */
const reset = simpleQuery('discard all');

const strangerRefused =
  'The embedded database serves the running Yikao alone. Stop Yikao and copy its data folder to back it up; set DATABASE_URL to work with a PostgreSQL server';

function same(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Any failing statement, which aborts an open transaction. */
const failTransaction = simpleQuery('select 1/0');

/**
 * Shares one database session fairly between many connections, which take turns of one unit of work. A connection in a
 * transaction keeps the session until it commits, rolls back, disconnects, or is silent for too long. State left by a
 * unit (a SET, a named prepared statement, a temporary table) is cleared at its end, or at the end of its transaction:
 * connections never see each other's settings. The product's own named statements stay (`kept-statements.ts`): parsing
 * and planning a list again took three quarters of its time.
 *
 * The library's own socket server is not used because it forwards messages one by one: between the Parse and the Bind
 * of one connection, another's Parse would replace the unnamed statement.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #all = new Set<Session>();
  readonly #waiting: Session[] = [];
  readonly #kept = new KeptStatements();
  #holder: Session | undefined;
  #holderTimer: NodeJS.Timeout | undefined;
  /** The connection whose unit is running. */
  #working: Session | undefined;
  /** The session may hold state that must be cleared before the next turn. */
  #stained = false;
  #scheduled = false;
  #busyMs = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** True while a connection is inside a transaction. */
  get held(): boolean {
    return this.#holder !== undefined;
  }

  /** Milliseconds that all connections together have kept the database at work so far. */
  get busyMs(): number {
    return this.#busyMs;
  }

  /** Serves a connection until it ends. */
  accept(socket: Socket): void {
    const session: Session = {
      socket,
      reader: new UnitReader(),
      own: new Map(),
      unit: undefined,
      closed: false,
    };
    this.#all.add(session);
    socket.on('data', chunk => {
      session.reader.push(chunk);
      this.#read(session);
    });
    // A vanished client causes this and then 'close'; there is nobody to answer.
    socket.on('error', () => {});
    socket.on('close', () => this.#leave(session));
  }

  /**
   * Informs all connections that the underlying session is gone: the outcome of the running unit is unknown, the others
   * have not begun.
   */
  breakDown(): void {
    for (const { socket } of this.#all) {
      socket.end(
        socket === this.#working?.socket
          ? errorAnswer('57P02', 'The embedded database broke down and is started again', undefined)
          : errorAnswer('57P01', 'The embedded database is started again', undefined),
      );
    }
  }

  /** Ends all connections; an open transaction is rolled back. */
  closeAll(): void {
    for (const session of this.#all) {
      this.#end(session, '57P01', 'The database is shutting down');
    }
  }

  #read(session: Session): void {
    if (session.closed || session.unit !== undefined) return;
    try {
      for (let opening = session.reader.opening(); opening; opening = session.reader.opening()) {
        if (opening.kind === 'cancel') {
          session.socket.end();
          return;
        }
        session.socket.write(opening.kind === 'encryption' ? encryptionRefused : passwordWanted);
      }
      const password = session.reader.password();
      if (password !== undefined) {
        if (!same(password, this.#options.password)) {
          this.#end(session, '28P01', strangerRefused);
          return;
        }
        session.socket.write(welcome(this.#options.serverVersion));
      }
      const unit = session.reader.next();
      if (unit === undefined) return;
      if (unit.kind === 'terminate') {
        session.socket.end();
        this.#leave(session);
        return;
      }
      session.unit = unit;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#end(session, '08P01', error.message);
      return;
    }
    this.#waiting.push(session);
    this.#schedule();
  }

  /** Each turn starts from the event loop, so that sockets are read between two units. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#takeTurn();
    });
  }

  #takeTurn(): void {
    const session = this.#holder ?? this.#waiting[0];
    const unit = session?.unit;
    if (session === undefined || unit?.kind !== 'work') return;
    this.#waiting.splice(this.#waiting.indexOf(session), 1);
    session.unit = undefined;
    clearTimeout(this.#holderTimer);
    const began = performance.now();
    this.#working = session;
    this.#answer(session, unit.bytes);
    this.#working = undefined;
    this.#busyMs += performance.now() - began;
    if (this.#holder !== undefined) {
      this.#holderTimer = setTimeout(
        () => this.#end(session, '25P03', 'A transaction was left open without a statement for too long'),
        this.#options.idleInTransactionMs,
      );
    }
    this.#read(session);
    if (this.#waiting.length > 0) this.#schedule();
  }

  #answer(session: Session, bytes: Uint8Array): void {
    if (isCopyIn(bytes)) {
      const state = this.#holder === session ? 'E' : 'I';
      // PGlite would wait inside WebAssembly for rows that cannot arrive, and die. Inside a transaction the refusal
      // must fail the transaction as any error does.
      if (state === 'E') this.#options.execute(failTransaction);
      session.socket.write(
        errorAnswer('0A000', 'COPY FROM STDIN is not served by the embedded database', state),
      );
      return;
    }
    const chunks = this.#carryOut(session, bytes);
    const state = endState(chunks);
    if (state === undefined && wantsReady(bytes)) this.#options.onBroken('An answer did not come to its end');
    this.#holder = state === 'I' ? undefined : session;
    session.socket.cork();
    for (const chunk of chunks) session.socket.write(chunk);
    session.socket.uncork();
    this.#clean();
  }

  /** Executes a unit; a kept statement is prepared once for all connections, and again after it was cleared. */
  #carryOut(session: Session, bytes: Uint8Array): Buffer[] {
    const kept = this.#kept.useOf(bytes, session.own);
    if (!kept) {
      this.#stained ||= mayLeaveState(bytes);
      return this.#options.execute(bytes);
    }
    this.#stained ||= leavesState(kept.parse) || mayLeaveState(kept.rest);
    const missing = this.#kept.missing(kept);
    if (missing) {
      const answer = this.#options.execute(missing);
      if (isRefused(answer)) return answer;
      this.#kept.done(kept);
    }
    return [...kept.told, ...this.#options.execute(kept.rest)];
  }

  /** Resets the session to its initial state, once no transaction is open. */
  #clean(): void {
    if (!this.#stained || this.#holder !== undefined) return;
    this.#stained = false;
    this.#options.execute(reset);
    this.#kept.clear();
  }

  #end(session: Session, code: string, text: string): void {
    session.socket.end(errorAnswer(code, text, undefined));
    this.#leave(session);
  }

  #leave(session: Session): void {
    if (session.closed) return;
    session.closed = true;
    this.#all.delete(session);
    const place = this.#waiting.indexOf(session);
    if (place >= 0) this.#waiting.splice(place, 1);
    if (this.#holder === session) {
      clearTimeout(this.#holderTimer);
      this.#options.execute(rollback);
      this.#holder = undefined;
      this.#clean();
    }
    if (this.#waiting.length > 0) this.#schedule();
  }
}
