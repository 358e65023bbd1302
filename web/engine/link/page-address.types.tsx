/**
 * Mistakes in addresses and queries that must not compile, one to a line: the compiler complains of every
 * `@ts-expect-error` beneath which nothing is wrong. Nothing here ever runs.
 */

import { leadPool } from '@yikao/model/contexts/crm/lead-pool.screen.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { WrittenPage } from '@yikao/model/menu.ts';
import { may } from '../access/may.ts';
import type { FiltersOf } from '../list/list-query.ts';
import { PageLink } from '../tab/PageLink.tsx';
import { listAddress, openPage, pageAddress, useGoTo, usePageQuery } from './page-address.ts';

const { agent, leadFollow, payRecord, scheduleExam, serviceOrder, userLimit } = registry;

/** Addresses of lists with their filters. */
function lists() {
  listAddress(serviceOrder, { orderNo: 'x', status: [1, 4], createTimeStart: '2026-01-01', row: 1 });
  listAddress(serviceOrder, { orderId: 1, sort: '-createTime' });
  listAddress(leadPool, { leadStatus: 0 });
  listAddress(scheduleExam, { importBatch: 'x' });
  // @ts-expect-error a filter is misspelt
  listAddress(serviceOrder, { orderNum: 'x' });
  // @ts-expect-error a field that is no filter
  listAddress(serviceOrder, { version: 1 });
  // @ts-expect-error a filter of another dataset
  listAddress(agent, { orderNo: 'x' });
  // @ts-expect-error a time is asked for from one day to another
  listAddress(serviceOrder, { createTime: '2026-01-01' });
  // @ts-expect-error one end of a time is misspelt
  listAddress(serviceOrder, { createTimeStrat: '2026-01-01' });
  // @ts-expect-error the key of another dataset
  listAddress(serviceOrder, { agentsId: 1 });
  // @ts-expect-error nothing is imported here, so there are no batches
  listAddress(payRecord, { importBatch: 'x' });
  // @ts-expect-error a value is a text or a number
  listAddress(serviceOrder, { orderNo: { equals: 'x' } });
  // @ts-expect-error the dataset has no screen
  listAddress(leadFollow);
}

/** Filters that a list begins with, or is set to. */
function presets() {
  const good: FiltersOf<typeof serviceOrder> = { status: ['1'], payTimeStart: ['2026-01-01'] };
  // @ts-expect-error a filter is misspelt
  const misspelt: FiltersOf<typeof serviceOrder> = { state: ['1'] };
  // @ts-expect-error a filter of another dataset
  const foreign: FiltersOf<typeof agent> = { payTimeStart: ['2026-01-01'] };
  // @ts-expect-error filters are texts
  const number: FiltersOf<typeof serviceOrder> = { status: [1] };
  return [good, misspelt, foreign, number];
}

/** Addresses of pages that belong to no dataset. */
function Pages() {
  const goTo = useGoTo();
  goTo(pageAddress('/home'));
  openPage(pageAddress('/print', { examId: 1, studentIds: [1, 2] }));
  usePageQuery('/printSettle').get('settleId');
  // @ts-expect-error no such page
  pageAddress('/hmoe');
  // @ts-expect-error the address of a dataset follows from the dataset
  pageAddress('/order/service');
  // @ts-expect-error a query is given apart
  pageAddress('/printSettle?settleId=1');
  // @ts-expect-error a query key is misspelt
  pageAddress('/printSettle', { settlId: 1 });
  // @ts-expect-error a query key of another page
  pageAddress('/printVoluntary', { settleId: 1 });
  // @ts-expect-error the page takes no query
  pageAddress('/home', { examId: 1 });
  // @ts-expect-error a text is no address
  goTo('/home');
  // @ts-expect-error a text is no address
  openPage(`/printSettle?settleId=${1}`);
  // @ts-expect-error the page has no such query key
  usePageQuery('/printSettle').get('listId');
  // @ts-expect-error no such page
  usePageQuery('/printSetle');
  // @ts-expect-error no such page
  const page: WrittenPage = '/mock/scoreStats';
  return [
    page,
    <PageLink key="a" to={listAddress(agent, { status: 1 })} />,
    // @ts-expect-error a text is no address
    <PageLink key="b" to="/base/agent" />,
    // @ts-expect-error a dataset is no address
    <PageLink key="c" to={agent} />,
    // @ts-expect-error it leads somewhere
    <PageLink key="d" />,
  ];
}

/** Actions that a person may take. */
function actions() {
  may(agent, 'update');
  may(userLimit, 'add');
  // @ts-expect-error payments are only read
  may(payRecord, 'update');
  // @ts-expect-error an action is misspelt
  may(agent, 'updat');
  // @ts-expect-error the code of a step is no action
  may(registry.lead, 'assign');
  // @ts-expect-error a dataset's name instead of the dataset
  may('agent', 'update');
}

void [lists, presets, Pages, actions];
