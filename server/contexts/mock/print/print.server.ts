import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockPrintCalls } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { handle } from '../../../engine/http/handle.ts';
import { defineServer } from '../../../engine/table/server-side.ts';
import { logPrint, printData } from './print-data.ts';

/** Server side of the print templates: the data of print pages, and the count of printed tickets. */
export const printTemplateServer = defineServer(registry.printTemplate, {
  routes(app, engine) {
    handle(app, mockPrintCalls.data, ({ actor, query }) => printData(engine, actor, query));
    handle(app, mockPrintCalls.log, ({ actor, body }) => logPrint(engine, actor, body));
  },
});
