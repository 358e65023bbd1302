import { ReloadOutlined } from '@ant-design/icons';
import type { Call, Shape } from '@yikao/model/calls/call.ts';
import type { Page } from '@yikao/model/calls/envelope.ts';
import { Button, Input, Table, type TableColumnsType, type TableProps } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { send } from '../api/send.ts';
import { LoadFailed } from '../boundary/LoadFailed.tsx';
import { StaleNotice } from '../boundary/StaleNotice.tsx';
import { useHeight } from '../layout/use-height.ts';
import { useKept } from '../layout/use-kept.ts';
import styles from './paged.module.css';

/** A call that answers a page of rows for keywords. */
type SearchCall<Row> = Call<
  Shape & {
    readonly address: `GET /${string}`;
    readonly params: undefined;
    readonly query: z.ZodType<unknown, { keywords?: string | undefined }>;
    readonly data: z.ZodType<Page<Row>>;
    readonly pageSize: number;
    readonly body: undefined;
  }
>;

interface Props<Row> {
  /** Its path is also the cache key of the rows. */
  readonly call: SearchCall<Row>;
  readonly rowKey: keyof Row & string;
  readonly columns: TableColumnsType<Row>;
  /** Width of the columns in pixels. */
  readonly width: number;
  readonly texts: {
    readonly search: string;
    readonly none: string;
    readonly total: (total: number) => string;
  };
  /** Milliseconds between automatic updates; omit it for none. */
  readonly refreshMs?: number;
  readonly rowSelection?: TableProps<Row>['rowSelection'];
  /** Content next to the search. */
  readonly tools?: ReactNode;
}

/** A searchable, paged list of current logins or locks, in the available height. */
export function PagedTable<Row extends object>(props: Props<Row>) {
  const { call, rowKey, columns, width, texts, refreshMs, rowSelection, tools } = props;
  const { t } = useTranslation(['common', 'engine']);
  const [frame, height] = useHeight<HTMLDivElement>();
  const [words, setWords] = useState('');
  const [keywords, setKeywords] = useState('');
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 });
  const page = useKept({
    queryKey: [call.path, keywords, current, size],
    queryFn: ({ signal }) => send(call, { query: { keywords, current, size }, signal, toast: false }),
    refetchInterval: refreshMs ?? false,
  });
  const { data } = page;
  const search = (next: string) => {
    setKeywords(next.trim());
    setPage(old => ({ ...old, current: 1 }));
  };

  return (
    <>
      <div className={styles.tools}>
        <Input.Search
          allowClear
          className={styles.search ?? ''}
          placeholder={texts.search}
          aria-label={texts.search}
          value={words}
          onChange={event => setWords(event.target.value)}
          onSearch={search}
        />
        {tools}
        <Button
          type="text"
          className={styles.refresh ?? ''}
          icon={<ReloadOutlined spin={page.stale} aria-hidden />}
          aria-label={t('refresh')}
          title={t('refresh')}
          onClick={page.retry}
        />
      </div>
      <StaleNotice of={page} />
      <div ref={frame} className={styles.frame}>
        {page.error && !data ? (
          <LoadFailed of={page} />
        ) : (
          <Table<Row>
            rowKey={rowKey}
            size="small"
            loading={page.loading}
            columns={columns}
            dataSource={data?.records ?? []}
            scroll={{ x: width, y: Math.max(120, height - 100) }}
            locale={{
              emptyText:
                keywords === '' ? (
                  <EmptyState title={texts.none} />
                ) : (
                  <EmptyState picture="search" title={t('engine:filter.noneFound', { words: keywords })}>
                    <Button
                      onClick={() => {
                        setWords('');
                        search('');
                      }}
                    >
                      {t('engine:filter.clearSearch')}
                    </Button>
                  </EmptyState>
                ),
            }}
            {...(rowSelection && { rowSelection })}
            pagination={{
              current,
              pageSize: size,
              total: data?.total ?? 0,
              showTotal: texts.total,
              onChange: (next, nextSize) => setPage({ current: next, size: nextSize }),
            }}
          />
        )}
      </div>
    </>
  );
}
