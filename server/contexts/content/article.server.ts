import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { publishStateOf } from './article/public-articles.ts';

/** Server side of articles: how far each is from its readers (domain L1). */
export const articleServer = defineServer(registry.article, {
  expressions: { publishState: (alias, engine) => publishStateOf(alias, engine.clock.now()) },
});
