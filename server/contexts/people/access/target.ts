import type { explainBody } from '@yikao/model/contexts/people/access.calls.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Action, type AnyDataset, actions } from '@yikao/model/kernel/dataset.ts';
import type { z } from 'zod';

/**
 * The subject of a question: a page of the menu, an action of a dataset and optionally one of its rows, or otherwise
 * the login.
 */
export interface Target {
  readonly menu: string | undefined;
  readonly dataset: AnyDataset | undefined;
  readonly action: Action;
  readonly key: number | undefined;
}

/** Actions by the suffix of a call's address after the dataset's path (domain 0.2). */
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

/** Parses the subject. Throws `notFound` for undeclared names, `badRequest` if nothing is named. */
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
  // Rows readable on a further screen are checked on that screen.
  const dataset = [...datasets, ...screens].find(one => one.menu?.at === menu);
  return { menu, dataset, action: 'list', key };
}
