import { type Action, type AnyDataset, isWritten, settableFields } from '@yikao/model/kernel/dataset.ts';
import type { MessageKey } from '@yikao/model/messages.ts';
import type { FastifyInstance } from 'fastify';
import { authorise } from './access.ts';
import type { Actor } from './actor.ts';
import { datasetDocs } from './dataset-docs.ts';
import type { Engine } from './engine.ts';
import type { Query } from './filters.ts';
import { history } from './history-list.ts';
import { actorOf } from './http/actor.ts';
import { answer } from './http/answer.ts';
import type { CallDoc } from './http/doc.ts';
import { info } from './info.ts';
import { findings, resolveFindings, startCheck } from './jobs/check/check.ts';
import { startBatchDelete, startBatchSet, startExport, startImport } from './jobs/start.ts';
import { options } from './options.ts';
import { page } from './page.ts';
import { referrers } from './references.ts';
import { idsFrom, remove } from './remove.ts';
import { add, update } from './save.ts';
import { seenBy } from './seen.ts';
import { serverSideOf } from './server-side.ts';
import { stepServerOf } from './steps/step-server.ts';
import { summary } from './summary.ts';
import { restore, trash } from './trash.ts';
import { treePage } from './tree.ts';

/** Rows that stand under each other are answered so (domain A3, F1), unless `tree=0` asks for them one by one. */
const byTree: typeof page = (engine, dataset, actor, query) =>
  (query.tree === '0' ? page : treePage)(engine, dataset, actor, query);

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Does the work of a call on the dataset as the actor sees it. */
type Act = (seen: AnyDataset, actor: Actor, query: Query, body: unknown) => Promise<unknown>;

/**
 * The calls of one dataset (domain 0.2). Every action is mounted only where the dataset declares it; both
 * spellings of the list answer. A dataset's own server side may take an address over.
 */
export function datasetRoutes(app: FastifyInstance, engine: Engine, dataset: AnyDataset): void {
  const { path } = dataset;
  const side = serverSideOf(engine.servers, dataset);
  const docs = datasetDocs(dataset);
  const taken = side.routes?.(app, engine) ?? new Set<string>();
  const mount = (
    method: Method,
    url: string,
    doc: CallDoc | undefined,
    act: Act,
    message?: MessageKey,
    reads = false,
  ) => {
    if (taken.has(`${method} ${url}`)) return;
    app.route({
      method,
      url,
      config: { reads, ...(doc && { doc }) },
      handler: async request => {
        const actor = actorOf(request);
        const done = await act(seenBy(dataset, actor), actor, request.query as Query, request.body);
        return answer(request, done, message);
      },
    });
  };
  const has = (action: Action) => dataset.permissions.actions.includes(action);

  if (has('list')) {
    for (const url of [path, `${path}/list`]) {
      const read = dataset.parent === undefined ? page : byTree;
      mount('GET', url, docs.list, (seen, actor, query) => read(engine, seen, actor, query));
    }
    mount('GET', `${path}/info`, docs.info, (seen, actor, query) =>
      info(engine, seen, actor, query[dataset.key] ?? query.id),
    );
  }
  if (has('list') && (Object.keys(dataset.summary).length > 0 || dataset.groups.length > 0)) {
    mount('GET', `${path}/summary`, docs.summary, (seen, actor, query) =>
      summary(engine, seen, actor, query),
    );
  }
  if (has('list') && (isWritten(dataset) || stepServerOf(engine, dataset))) {
    mount('GET', `${path}/history`, docs.history, (seen, actor, query) =>
      history(engine, seen, actor, query),
    );
  }
  // What nobody refers to needs no looking up: it is read under the list's permission, and there is no way round it.
  const referred = referrers(engine, dataset).length > 0;
  mount('GET', `${path}/options`, docs.options, (seen, actor, query) => {
    if (!referred) authorise(actor, seen, 'list');
    return options(engine, seen, actor, query);
  });
  for (const { path: url, ...shape } of side.optionPaths ?? []) {
    mount('GET', url, docs.options, (seen, actor, query) => options(engine, seen, actor, query, shape));
  }
  if (has('add')) {
    mount('POST', path, docs.add, (seen, actor, _, body) => add(engine, seen, actor, body), 'added');
  }
  if (has('update')) {
    mount('PUT', path, docs.update, (seen, actor, _, body) => update(engine, seen, actor, body), 'modified');
  }
  if (has('delete')) {
    const act: Act = async (seen, actor, query, body) => {
      authorise(actor, seen, 'delete');
      return { count: await remove(engine, seen, actor, idsFrom(seen, query, body)) };
    };
    mount('DELETE', path, docs.delete, act, 'deleted');
    mount('GET', `${path}/trash`, docs.trash, (seen, actor, query) => trash(engine, seen, actor, query));
    const back: Act = async (seen, actor, _, body) => ({ count: await restore(engine, seen, actor, body) });
    mount('POST', `${path}/restore`, docs.restore, back, 'restored');
  }
  for (const op of ['import', 'batchUpdate'] as const) {
    if (!has(op)) continue;
    const act: Act = (seen, actor, _, body) => startImport(engine, seen, actor, op, body);
    mount('POST', `${path}/${op === 'import' ? 'import' : 'batch/update'}`, docs[op], act, 'jobStarted');
  }
  if (has('batchUpdate') && settableFields(dataset).length > 0) {
    const act: Act = (seen, actor, _, body) => startBatchSet(engine, seen, actor, body);
    mount('POST', `${path}/batch/set`, docs.batchSet, act, 'jobStarted');
  }
  if (has('export')) {
    const act: Act = (seen, actor, _, body) => startExport(engine, seen, actor, body);
    mount('POST', `${path}/export`, docs.export, act, 'jobStarted', true);
  }
  if (has('batchDelete')) {
    const act: Act = (seen, actor, _, body) => startBatchDelete(engine, seen, actor, body);
    mount('POST', `${path}/batch/delete`, docs.batchDelete, act, 'jobStarted');
  }
  if (side.dataChecks) {
    const act: Act = (seen, actor, _, body) => startCheck(engine, seen, actor, body);
    mount('POST', `${path}/check`, undefined, act, 'jobStarted');
    mount('GET', `${path}/check/list`, undefined, (seen, actor, query) =>
      findings(engine, seen, actor, query),
    );
    const settle: Act = (seen, actor, _, body) => resolveFindings(engine, seen, actor, body);
    mount('PUT', `${path}/check/resolve`, undefined, settle);
  }
}
