import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const root = join(import.meta.dirname, '../..');

/** A page with Ant Design and one table, built and served as the product's pages are. */
export interface BarePage {
  readonly address: string;
  /** The same page, answered with the headers that it was given. */
  readonly withHeaders: string;
  readonly stop: () => Promise<void>;
}

/** The whole application: a table of the requested rows, with checkboxes and pages. */
const source = `
import { ConfigProvider, Table } from 'antd';
import chinese from 'antd/es/locale/zh_CN';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Page() {
  const [rows, setRows] = useState([]);
  useEffect(() => {
    fetch('/rows.json').then(answer => answer.json()).then(setRows);
  }, []);
  const columns = Object.keys(rows[0] ?? {}).map(name => ({ key: name, dataIndex: name, title: name, width: 120, sorter: true, ellipsis: true }));
  return (
    <ConfigProvider locale={chinese}>
      <Table rowKey="dataId" size="small" columns={columns} dataSource={rows} rowSelection={{}} scroll={{ x: columns.length * 120 }} />
    </ConfigProvider>
  );
}

createRoot(document.getElementById('root')).render(<Page />);
`;

const html = `<!doctype html>
<html lang="zh-CN">
  <head><meta charset="UTF-8" /><link rel="icon" href="data:," /><title>Table</title></head>
  <body><div id="root"></div><script type="module" src="/main.jsx"></script></body>
</html>
`;

/**
 * The product's build, except for the stages of its files, of which there is one here, and for everything it does to
 * Ant Design: its components are whole here and create their own styles, as by default.
 */
const config = `
import own from ${JSON.stringify(join(root, 'web/vite.config.ts'))};

export default env => {
  const { plugins, build } = own(env);
  return { root: import.meta.dirname, plugins: plugins.flat().filter(({ name }) => !name.startsWith('antd-')), build: { ...build, rolldownOptions: {} } };
};
`;

const kinds: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

async function build(folder: string): Promise<void> {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'main.jsx'), source);
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'vite.config.mjs'), config);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--configLoader', 'native', '--config', join(folder, 'vite.config.mjs')],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The bare page could not be built: ${stdout}${stderr}`);
}

/** Builds the bare page with these rows, and serves it compressed like the product's, with these additional headers. */
export async function startBarePage(
  rows: readonly unknown[],
  headers: Readonly<Record<string, string>>,
): Promise<BarePage> {
  const folder = await mkdtemp(join(tmpdir(), 'yikao-bare-'));
  await build(folder);
  const dist = join(folder, 'dist');
  await mkdir(dist, { recursive: true });
  const text = JSON.stringify(rows);
  await writeFile(join(dist, 'rows.json'), text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }; // as answers are packed that are made for one person
  await writeFile(join(dist, 'rows.json.br'), brotliCompressSync(text, { params }));
  const server = createServer(async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(dist, pathname === '/' ? 'index.html' : pathname);
    if (searchParams.has('headers'))
      for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value);
    const packed = existsSync(`${path}.br`);
    reply.setHeader('content-type', kinds[extname(path)] ?? 'application/octet-stream');
    if (packed) reply.setHeader('content-encoding', 'br');
    reply.end(await readFile(packed ? `${path}.br` : path));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    withHeaders: `http://127.0.0.1:${port}/?headers`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
