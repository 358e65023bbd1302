import type { AnyCall } from '@yikao/model/calls/call.ts';
import {
  type DatasetCalls,
  datasetCalls,
  hasCall,
  lookUpCall,
  screenCallNames,
} from '@yikao/model/calls/dataset-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from './engine.ts';
import { changes } from './history/changes.ts';
import { takeVersion, versionDifference } from './history/earlier-version.ts';
import { history } from './history/history-list.ts';
import { datasetDocs } from './http/dataset-docs.ts';
import type { Documented } from './http/doc.ts';
import { handle } from './http/handle.ts';
import { findings, resolveFindings, startCheck } from './jobs/check/check.ts';
import { startBatchDelete, startBatchSet, startExport, startImport } from './jobs/start.ts';
import { restore } from './jobs/undo/restore.ts';
import type { Query } from './read/filters.ts';
import { info } from './read/info.ts';
import { options } from './read/options.ts';
import { page } from './read/page.ts';
import { summary } from './read/summary.ts';
import type { Actor } from './scope/actor.ts';
import { seenBy } from './scope/seen.ts';
import { stepServerOf } from './steps/step-server.ts';
import { serverSideOf } from './table/server-side.ts';
import { copyYear } from './write/copy-year.ts';
import { idsFrom, remove } from './write/remove.ts';
import { add, update } from './write/save.ts';
import { trash } from './write/trash.ts';
import { treePage } from './write/tree.ts';

/** Trees are returned nested (domain A3, F1), unless `tree=0` requests a flat list. */
const byTree: typeof page = (engine, dataset, actor, query) =>
  (query.tree === '0' ? page : treePage)(engine, dataset, actor, query);

/** Does the work of a call on the dataset as the actor sees it. */
type Act = (seen: AnyDataset, actor: Actor, query: Query, body: unknown) => Promise<unknown>;

/**
 * The calls of one dataset (domain 0.2), with handlers of its server side before the common ones. Throws if declaration
 * and server side disagree on data checks.
 */
export function datasetRoutes(app: FastifyInstance, engine: Engine, dataset: AnyDataset): void {
  const side = serverSideOf(engine.servers, dataset);
  if ((side.dataChecks === undefined) !== (dataset.dataChecks === undefined)) {
    throw new Error(`${dataset.name}.dataChecks: the declaration and the server side must both have them`);
  }
  side.routes?.(app, engine);
  const acts = datasetActs(engine, dataset);
  const docs = datasetDocs(dataset);
  for (const [name, call] of Object.entries<AnyCall>(datasetCalls(dataset))) {
    // Object.entries widens the record's own keys to string.
    const of = name as keyof DatasetCalls;
    const told = (of === 'history' || of === 'changes') && stepServerOf(engine, dataset) !== undefined;
    const there = hasCall(dataset, of) || told;
    if (there) mountCall(app, dataset, call, acts[of], docs[of]);
  }
  for (const lookUp of dataset.lookUps ?? []) {
    mountCall(
      app,
      dataset,
      lookUpCall(dataset, lookUp),
      (seen, actor, query) => options(engine, seen, actor, query, lookUp),
      docs.options,
    );
  }
}

/** The work of each call of a dataset. */
function datasetActs(engine: Engine, dataset: AnyDataset): Readonly<Record<keyof DatasetCalls, Act>> {
  // A further screen of a tree shows rows without their ancestors.
  const read = dataset.parent === undefined || dataset.screen ? page : byTree;
  return {
    list: (seen, actor, query) => read(engine, seen, actor, query),
    info: (seen, actor, query) => info(engine, seen, actor, query[dataset.key] ?? query.id),
    summary: (seen, actor, query) => summary(engine, seen, actor, query),
    history: (seen, actor, query) => history(engine, seen, actor, query),
    changes: (seen, actor, query) => changes(engine, seen, actor, query),
    versionDifference: (seen, actor, query) => versionDifference(engine, seen, actor, query),
    takeVersion: (seen, actor, _, body) => takeVersion(engine, seen, actor, body),
    options: (seen, actor, query) => options(engine, seen, actor, query),
    add: (seen, actor, _, body) => add(engine, seen, actor, body),
    update: (seen, actor, _, body) => update(engine, seen, actor, body),
    remove: async (seen, actor, query, body) => ({
      count: await remove(engine, seen, actor, idsFrom(seen, query, body)),
    }),
    trash: (seen, actor, query) => trash(engine, seen, actor, query),
    restore: async (seen, actor, _, body) => ({ count: await restore(engine, seen, actor, body) }),
    import: (seen, actor, _, body) => startImport(engine, seen, actor, 'import', body),
    batchUpdate: (seen, actor, _, body) => startImport(engine, seen, actor, 'batchUpdate', body),
    batchSet: (seen, actor, _, body) => startBatchSet(engine, seen, actor, body),
    export: (seen, actor, _, body) => startExport(engine, seen, actor, body),
    batchDelete: (seen, actor, _, body) => startBatchDelete(engine, seen, actor, body),
    check: (seen, actor, _, body) => startCheck(engine, seen, actor, body),
    findings: (seen, actor, query) => findings(engine, seen, actor, query),
    copyYear: (seen, actor, _, body) => copyYear(engine, seen, actor, body),
    resolve: (seen, actor, _, body) => resolveFindings(engine, seen, actor, body),
  };
}

/**
 * The calls of a further screen, which read only its rows, with its own permission code. They change nothing: use the
 * calls and steps of the dataset for that.
 */
export function screenRoutes(app: FastifyInstance, engine: Engine, screen: AnyDataset): void {
  const calls = datasetCalls(screen);
  const docs = datasetDocs(screen);
  const acts = datasetActs(engine, screen);
  for (const name of screenCallNames) {
    if (hasCall(screen, name)) mountCall(app, screen, calls[name], acts[name], docs[name]);
  }
}

function mountCall(
  app: FastifyInstance,
  dataset: AnyDataset,
  call: AnyCall,
  act: Act,
  documented: () => Documented,
): void {
  handle(
    app,
    call,
    // A dataset's calls require a session.
    async ({ actor, request, query, body }) =>
      act(seenBy(dataset, actor as Actor), actor as Actor, (query ?? request.query) as Query, body),
    { documented },
  );
}
