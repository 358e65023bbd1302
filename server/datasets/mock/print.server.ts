import { mockPrintCalls } from '@yikao/model/calls/mock-print.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/server-side.ts';
import { logPrint, printData } from './print-data.ts';

/** Server side of the print templates: what the pages print, and how often tickets were printed. */
export const printTemplateServer = defineServer(registry.printTemplate, {
  routes(app, engine) {
    handle(app, mockPrintCalls.data, ({ actor, query }) => printData(engine, actor, query));
    handle(app, mockPrintCalls.log, ({ actor, body }) => logPrint(engine, actor, body));
  },
});
