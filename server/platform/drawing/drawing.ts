import { Worker } from 'node:worker_threads';
import { failure } from '@yikao/model/errors.ts';
import type { DrawingOrder, DrawingReport } from './drawing-worker.ts';
import type { Picture } from './picture.ts';

/** Draws pictures as PNG, off the thread that answers calls. */
export interface Drawing {
  /**
   * Draws a picture; pictures are drawn one after the other.
   * @throws AppError `drawingBusy` while too many wait, `pictureUnreadable` for a background that cannot be decoded.
   */
  draw(picture: Picture): Promise<Buffer>;
  /** Ends the thread; pictures that wait are refused. */
  close(): Promise<void>;
}

/** Bounds of the pictures that wait. */
export interface DrawingOptions {
  /** Most pictures that wait, the one being drawn included. */
  readonly most?: number;
  /** Milliseconds after which a picture is given up, and the thread with it. */
  readonly patienceMs?: number;
  /** Milliseconds without a picture after which the thread ends; fonts and library take some 80 MB. */
  readonly idleMs?: number;
}

interface Waiting {
  readonly order: DrawingOrder;
  resolve(png: Buffer): void;
  reject(error: Error): void;
}

/** Creates a {@link Drawing}. Its thread starts with the first picture. */
export function createDrawing(options: DrawingOptions = {}): Drawing {
  const { most = 32, patienceMs = 20_000, idleMs = 120_000 } = options;
  const queue: Waiting[] = [];
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let next = 1;
  let closed = false;

  /** Ends the present thread; the next picture starts another one. */
  function end(): void {
    clearTimeout(timer);
    const ending = worker;
    worker = undefined;
    void ending?.terminate();
  }

  /** Gives up the picture that is being drawn, because its thread is gone or stuck. */
  function giveUp(why: string): void {
    end();
    queue.shift()?.reject(new Error(`A picture could not be drawn: ${why}`));
    proceed();
  }

  function start(): Worker {
    const started = new Worker(new URL('./drawing-worker.ts', import.meta.url));
    // A thread that waits keeps no process alive.
    started.unref();
    started.on('message', (report: DrawingReport) => {
      const done = queue[0];
      if (worker !== started || done?.order.id !== report.id) return;
      queue.shift();
      if ('png' in report) {
        const { buffer, byteOffset, byteLength } = report.png;
        done.resolve(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)); // copied by the message, so not shared
      } else if ('unreadable' in report) done.reject(failure('pictureUnreadable'));
      else done.reject(new Error(`A picture could not be drawn: ${report.failure}`));
      proceed();
    });
    started.on('error', error => {
      if (worker === started) giveUp(error instanceof Error ? error.message : String(error));
    });
    started.on('exit', () => {
      if (worker === started) giveUp('its thread ended');
    });
    return started;
  }

  /** Has the first picture of the queue drawn. */
  function proceed(): void {
    clearTimeout(timer);
    const [first] = queue;
    if (!first) {
      if (worker) timer = setTimeout(end, idleMs).unref();
      return;
    }
    worker ??= start();
    timer = setTimeout(() => giveUp(`it took longer than ${patienceMs} ms`), patienceMs);
    worker.postMessage(first.order);
  }

  return {
    draw(picture) {
      if (closed) return Promise.reject(failure('shuttingDown'));
      if (queue.length >= most) return Promise.reject(failure('drawingBusy'));
      return new Promise((resolve, reject) => {
        queue.push({ order: { id: next, picture }, resolve, reject });
        next += 1;
        if (queue.length === 1) proceed();
      });
    },
    async close() {
      closed = true;
      const ending = worker;
      end();
      for (const { reject } of queue.splice(0)) reject(failure('shuttingDown'));
      await ending?.terminate();
    },
  };
}
