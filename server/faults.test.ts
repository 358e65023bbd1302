import { connect, type Socket } from 'node:net';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FullDisk } from './testing/faults/full-disk.ts';
import { smallDisksPossible } from './testing/faults/small-disk.ts';
import { childrenOf } from './testing/processes.ts';
import type { Answer } from './testing/product.ts';
import { databaseKind } from './testing/run.ts';

const { region } = registry;
const kind = databaseKind();
const megabytes = 500;

describe.runIf(smallDisksPossible())(
  'the product with its database on a small disk',
  { timeout: 400_000 },
  () => {
    let world: FullDisk;
    beforeAll(async () => {
      world = await FullDisk.open(kind, megabytes);
    });
    afterAll(() => world.close());
    beforeEach(() => world.disk.leave(Number.POSITIVE_INFINITY));

    const upload = (text = '地区,排序\n东,1\n') => {
      const form = new FormData();
      form.append('file', new Blob([text]), '地区.csv');
      return world.product.call('POST', '/common/file/upload', form);
    };
    /** The result of a call, carried out in the end: the product's last look at the disk may be a second old. */
    const soon = async (ask: () => Promise<Answer>, status = 200): Promise<Answer> => {
      let answer = await ask();
      await expect
        .poll(
          async () => {
            if (answer.status !== status) answer = await ask();
            return answer.status;
          },
          { timeout: 30_000 },
        )
        .toBe(status);
      return answer;
    };
    const startExport = () =>
      world.product.call('POST', `${region.path}/export`, {
        ...{ tableId: region.tableId, title: '导出', fieldNames: ['id', 'regionName'] },
      });

    test('imports while it fills up, or is stopped on a full disk, land whole and once, and every call is answered clearly', async () => {
      const plan = { rows: 6_000, fillAfterMs: 700, fullMs: 2_000, leaveMb: 0, stopWhileFull: false };
      expect(await world.round(plan)).toMatchObject({ faults: [], ended: { code: 0 } });
      const stopped = await world.round({ ...plan, fillAfterMs: 400, stopWhileFull: true });
      expect(stopped).toMatchObject({ faults: [], ended: { signal: null } });
    });

    test('before it is full, what is large is refused with a sentence, small changes go on, and it is told to who watches', async () => {
      world.disk.leave((megabytes * limits.diskReserveShare) / 2);
      const refused = await soon(() => upload(), 507);
      expect(refused).toMatchObject({ status: 507, reason: 'diskFull', retryAfter: 60 });
      expect(refused.message).toBe('服务器磁盘空间不足，操作未执行，请联系管理员清理后重试');
      expect(await startExport()).toMatchObject({ status: 507, reason: 'diskFull' });
      const saved = await world.product.call('POST', region.path, {
        regionName: `改${Date.now()}`,
        status: 1,
      });
      expect(saved.status).toBe(200);
      const ready = await world.product.call('GET', '/ready');
      expect(ready).toMatchObject({ status: 200, data: { ready: true, disk: false } });
      const metrics = await (await fetch(`${world.product.address}/metrics`)).text();
      expect(metrics).toContain('yikao_disk_low{place="data"} 1');
      world.disk.leave(Number.POSITIVE_INFINITY);
      await soon(() => upload());
      expect((await world.product.call('GET', '/ready')).data.disk).toBe(true);
    });

    test('a job that finds too little room waits, says so, and goes on by itself once there is room', async () => {
      const { product, disk } = world;
      const reserve = megabytes * limits.diskReserveShare;
      const lines = Array.from({ length: 5_000 }, (_, n) => `候${n},${n % 7}`);
      const filePath = (await soon(() => upload(['地区,排序', ...lines].join('\n')))).data;
      const body = { tableId: region.tableId, importBatch: '候', originName: '候.csv', filePath };
      // Little has to be filled then, and the job's process sees it before it begins.
      disk.leave(reserve * 1.5);
      const started = await soon(() => product.call('POST', `${region.path}/import`, body));
      disk.leave(reserve / 2);
      const job = async () =>
        (await product.call('GET', `/api/base/log/list?ids=${started.data.id}`)).data.records[0];
      await expect.poll(job, { timeout: 60_000 }).toMatchObject({
        ...{ status: 'processing', cancellable: true },
        message: '服务器磁盘空间不足，任务已暂停；有空间后自动继续',
      });
      disk.leave(Number.POSITIVE_INFINITY);
      await expect.poll(job, { timeout: 60_000 }).toMatchObject({
        ...{ status: 'success', insertNum: lines.length, failNum: 0 },
      });
    });

    test('a database that breaks down in the middle of calls, a job and an upload loses and doubles nothing', async () => {
      const plan = {
        rows: 6_000,
        fillAfterMs: 900,
        fullMs: 2_000,
        leaveMb: 'away',
        stopWhileFull: false,
      } as const;
      expect((await world.round(plan)).faults).toEqual([]);
    });

    test.runIf(kind === 'server')(
      'a database that is away is told within seconds, and all goes on when it is back',
      async () => {
        await world.cluster?.end('SIGINT');
        const list = await world.product.call('GET', `${region.path}/list`);
        expect(list).toMatchObject({ status: 503, reason: 'databaseAway', retryAfter: 5 });
        expect(list.message).toBe('数据库暂时无法访问，操作未执行，请稍后重试');
        expect(await upload()).toMatchObject({ status: 503, reason: 'databaseAway', retryAfter: 5 });
        // Without a session, like monitoring tools.
        const ready = await (await fetch(`${world.product.address}/ready`)).json();
        expect(ready).toMatchObject({ code: 503, data: { database: false } });
        expect(list.ms).toBeLessThan(9_000);
        // The stop does not wait for it either.
        expect(await world.product.stop()).toMatchObject({
          signal: null,
          ms: expect.toSatisfy(ms => ms < 10_000),
        });
        await world.cluster?.start();
        await world.product.start();
      },
    );

    test('SIGTERM ends it within ten seconds, with all its processes, whatever still goes on', async () => {
      const { product } = world;
      const { port } = new URL(product.address);
      const sockets: Socket[] = [];
      const open = async (head: string) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => {});
        await new Promise(resolve => socket.once('connect', resolve));
        socket.write(head);
        sockets.push(socket);
      };
      await open('GET /health HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n');
      // An upload that never ends.
      await open(
        'POST /common/file/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
          'Content-Length: 100000\r\n\r\n--b\r\n',
      );
      await soon(startExport);
      const pid = product.process?.pid ?? 0;
      await expect.poll(() => childrenOf(pid).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
      const children = childrenOf(pid);
      // A job's process that no longer reacts.
      for (const child of children) process.kill(child, 'SIGSTOP');
      const ended = await product.stop();
      expect(ended).toMatchObject({ code: 0, signal: null });
      expect(ended.ms).toBeLessThan(10_000);
      for (const child of children) expect(() => process.kill(child, 0)).toThrow();
      for (const socket of sockets) socket.destroy();
      await product.start();
    });
  },
);
