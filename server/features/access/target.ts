import type { explainBody } from '@yikao/model/calls/access.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Action, type AnyDataset, actions } from '@yikao/model/kernel/dataset.ts';
import { screens } from '@yikao/model/screens/index.ts';
import type { z } from 'zod';

/**
 * The subject of a question: a page of the menu, an action of a dataset and perhaps one of its rows, or neither: the
 * login.
 */
export interface Target {
  readonly menu: string | undefined;
  readonly dataset: AnyDataset | undefined;
  readonly action: Action;
  readonly key: number | undefined;
}

/** Actions by what follows a dataset's path in the address of a call (domain 0.2). */
const actionOfCall: Readonly<Record<string, Action>> = {
  '/import': 'import',
  '/export': 'export',
  '/batch/update': 'batchUpdate',
  '/batch/delete': 'batchDelete',
  '/restore': 'delete',
  '/trash': 'delete',
};

function isAction(text: string): text is Action {
  return (actions as readonly string[]).includes(text);
}

/** Reads what is asked about. Throws `notFound` for what no declaration knows, `badRequest` when nothing is named. */
export function targetOf(datasets: readonly AnyDataset[], asked: z.output<typeof explainBody>): Target {
  const { menu, path, key } = asked;
  if (asked.dataset) {
    const dataset = datasets.find(({ name }) => name === asked.dataset);
    if (!dataset || !isAction(asked.action)) throw failure('notFound');
    return { menu: undefined, dataset, action: asked.action, key };
  }
  if (path) {
    const dataset = datasets
      .filter(one => path === one.path || path.startsWith(`${one.path}/`))
      .toSorted((one, other) => other.path.length - one.path.length)[0];
    if (!dataset) throw failure('notFound');
    const action = actionOfCall[path.slice(dataset.path.length)];
    return {
      menu: undefined,
      dataset,
      action: action ?? (isAction(asked.action) ? asked.action : 'list'),
      key,
    };
  }
  if (!menu && asked.login) return { menu: undefined, dataset: undefined, action: 'list', key: undefined };
  if (!menu) throw failure('badRequest');
  // What may be read on a further screen is asked of the screen.
  const dataset = [...datasets, ...screens].find(one => one.menu?.at === menu);
  return { menu, dataset, action: 'list', key };
}
