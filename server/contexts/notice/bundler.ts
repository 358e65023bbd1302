import type { Engine } from '../../engine/engine.ts';
import type { Logger } from '../../platform/logger.ts';
import { createLoop, type Loop } from '../../platform/loop.ts';
import { endDueBundle, gatherPending } from './bundles.ts';

/** Milliseconds between two looks: the page shows an occasion after so long at most. */
const lookMs = 1_000;

/** Tells of the occasions that are pending now, and ends the bundles that are due; returns the number of both. */
export async function bundleNotices(engine: Engine): Promise<number> {
  let count = 0;
  for (;;) {
    const gathered = await gatherPending(engine);
    count += gathered;
    if (gathered === 0) break;
  }
  while (await endDueBundle(engine)) count += 1;
  return count;
}

/** The loop of a node that tells people of bundled events. Nodes of `ROLE=web` do not. */
export function createNoticeBundler(parts: {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly works: boolean;
}): Loop {
  return createLoop({
    ...{
      logger: parts.logger,
      works: parts.works,
      name: 'Telling of bundled notices',
      afterFailureMs: lookMs,
    },
    async look() {
      await bundleNotices(parts.engine);
      return lookMs;
    },
  });
}
