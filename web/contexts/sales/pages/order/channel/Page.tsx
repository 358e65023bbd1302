import { ExportOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type ChannelOrders, salesCalls } from '@yikao/model/contexts/sales/sales.calls.ts';
import { minus, sum } from '@yikao/model/rules/money.ts';
import { Alert, Button, Progress, Table, type TableColumnsType } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../../engine/api/send.ts';
import { unlessRefused } from '../../../../../engine/api/unless-refused.ts';
import { FieldServicesProvider } from '../../../../../engine/field-services.tsx';
import { jobStarted } from '../../../../../engine/jobs/use-jobs.ts';
import { listAddress } from '../../../../../engine/link/page-address.ts';
import type { FiltersOf } from '../../../../../engine/list/list-query.ts';
import { NoMatch } from '../../../../../engine/list/NoMatch.tsx';
import { can } from '../../../../../engine/session/session.ts';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { PageLink } from '../../../../../engine/tab/PageLink.tsx';
import type { FilterValues } from '../../../../../fields/field-view.ts';
import { viewOf } from '../../../../../fields/index.ts';
import { EmptyState } from '../../../../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../../../../i18n/i18n.ts';
import { Amount } from '../../../../payment/Amount.tsx';
import styles from './Page.module.css';

const { serviceOrder } = registry;

/** Conditions on the orders that are summed up. */
const filters = ['payTime', 'orderType', 'status', 'parentChannelId'] as const;

/** The initial choice: orders that were paid, including later refunded ones. */
const paidOnes: FiltersOf<typeof serviceOrder> = { status: ['1', '4', '3'] };

/** A channel with the results of its orders; amounts are decimal text. */
interface Line {
  readonly channelId: number | null;
  readonly channelName: string | null;
  readonly orderNum: number;
  readonly paid: string;
  readonly refunded: string;
  readonly net: string;
}

function lineOf({ channelId, channelName, orderNum, payAmount, refundAmount }: ChannelOrders[number]): Line {
  const [paid, refunded] = [String(payAmount), String(refundAmount)];
  return { channelId, channelName, orderNum, paid, refunded, net: minus(paid, refunded) };
}

/** The filters as sent: a key with one value or several. */
function asked(values: FilterValues): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, found]) => {
      const [first, ...more] = found;
      if (first === undefined) return [];
      return [[key, more.length === 0 ? first : found]];
    }),
  );
}

/** Service orders by channel (domain G8, channel view): number, payments, refunds, and shares. */
export default function ChannelOrdersPage() {
  const { t } = useTranslation('sales');
  const language = useLanguage();
  const id = useId();
  const [values, setValues] = useState<FilterValues>(paidOnes);
  const body = asked(values);
  const found = useQuery({
    queryKey: ['rows', serviceOrder.name, 'by channel', body],
    queryFn: ({ signal }) => send(salesCalls.byChannel, { body, signal, toast: false }),
    placeholderData: previous => previous,
  });
  const lines = (found.data ?? []).map(lineOf);
  const total = {
    orderNum: lines.reduce((count, line) => count + line.orderNum, 0),
    paid: sum(lines.map(line => line.paid)),
    refunded: sum(lines.map(line => line.refunded)),
    net: sum(lines.map(line => line.net)),
  };
  const share = (line: Line) => (Number(total.paid) > 0 ? (Number(line.paid) / Number(total.paid)) * 100 : 0);
  const money = (key: 'paid' | 'refunded' | 'net') => ({
    key,
    title: t(`channel.${key}`),
    align: 'right' as const,
    width: 150,
    sorter: (one: Line, other: Line) => Number(one[key]) - Number(other[key]),
    render: (_: unknown, line: Line) => <Amount value={line[key]} />,
  });
  const columns: TableColumnsType<Line> = [
    {
      key: 'channel',
      title: serviceOrder.fields.channelId.label[language],
      width: 240,
      render: (_, { channelName }) =>
        channelName ?? <span className={styles.natural}>{t('channel.natural')}</span>,
    },
    {
      key: 'orderNum',
      title: t('channel.orders'),
      align: 'right',
      width: 110,
      sorter: (one, other) => one.orderNum - other.orderNum,
      render: (_, { orderNum }) => orderNum.toLocaleString('en-US'),
    },
    money('paid'),
    money('refunded'),
    money('net'),
    {
      key: 'share',
      title: t('channel.share'),
      width: 200,
      render: (_, line) => (
        <Progress
          percent={Math.round(share(line) * 10) / 10}
          size="small"
          status="normal"
          aria-label={t('channel.share')}
        />
      ),
    },
    {
      key: 'look',
      title: '',
      width: 120,
      render: (_, { channelId }) =>
        channelId !== null && (
          <PageLink to={listAddress(serviceOrder, { ...values, channelId })}>{t('channel.look')}</PageLink>
        ),
    },
  ];
  return (
    <FieldServicesProvider>
      <PageHeading />
      <div className={styles.page}>
        <form
          className={styles.filters}
          aria-label={t('channel.title')}
          onSubmit={event => event.preventDefault()}
        >
          {filters.map(name => {
            const field = serviceOrder.fields[name];
            const { Filter } = viewOf(field);
            return (
              Filter && (
                <div key={name}>
                  <label htmlFor={`${id}-${name}`}>{field.label[language]}</label>
                  <Filter
                    field={field}
                    as={name}
                    id={`${id}-${name}`}
                    values={values}
                    disabled={false}
                    onChange={change => setValues(old => ({ ...old, ...change }))}
                  />
                </div>
              )
            );
          })}
        </form>
        {can(salesCalls.exportOfParent.may) && <ExportOfParent filters={body} />}
        {found.error && <Alert type="error" showIcon title={found.error.message} />}
        <Table<Line>
          size="small"
          rowKey={({ channelId }) => channelId ?? 0}
          columns={columns}
          dataSource={lines}
          loading={found.isLoading}
          pagination={false}
          scroll={{ x: 1000 }}
          locale={{
            emptyText:
              Object.keys(body).length === 0 ? (
                <EmptyState title={t('channel.empty')} hint={t('channel.emptyHint')} />
              ) : (
                <NoMatch title={t('channel.noMatch')} onClear={() => setValues({})} />
              ),
          }}
          summary={() =>
            lines.length > 0 && (
              <Table.Summary.Row className={styles.total ?? ''}>
                <Table.Summary.Cell index={0}>{t('channel.total')}</Table.Summary.Cell>
                <Table.Summary.Cell index={1} align="right">
                  {total.orderNum.toLocaleString('en-US')}
                </Table.Summary.Cell>
                {(['paid', 'refunded', 'net'] as const).map((key, at) => (
                  <Table.Summary.Cell key={key} index={2 + at} align="right">
                    <Amount value={total[key]} />
                  </Table.Summary.Cell>
                ))}
                <Table.Summary.Cell index={5} colSpan={2} />
              </Table.Summary.Row>
            )
          }
        />
      </div>
    </FieldServicesProvider>
  );
}

/** Exports the orders of one parent channel, which must be chosen first (spec section 7). */
function ExportOfParent({ filters: body }: { readonly filters: ReturnType<typeof asked> }) {
  const { t } = useTranslation('sales');
  const [busy, setBusy] = useState(false);
  const parent = body.parentChannelId;
  const start = async () => {
    setBusy(true);
    await unlessRefused(async () => {
      await send(salesCalls.exportOfParent, {
        body: { ...body, tableId: serviceOrder.tableId ?? 0, title: t('channel.exportTitle') },
      });
      jobStarted();
    }).finally(() => setBusy(false));
  };
  return (
    <div className={styles.tools}>
      <Button
        icon={<ExportOutlined aria-hidden />}
        disabled={parent === undefined}
        loading={busy}
        onClick={() => void start()}
      >
        {t('channel.export')}
      </Button>
      {parent === undefined && <span>{t('channel.exportFirst')}</span>}
    </div>
  );
}
