import { UserAddOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { tiktokCalls } from '@yikao/model/contexts/tiktok/tiktok.calls.ts';
import { ttAuth } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import { UnconfirmedCalls } from '../../engine/calls/UnconfirmedCalls.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { ExpiryCell } from './tt-account/ExpiryCell.tsx';
import { HangingMounts } from './tt-account/HangingMounts.tsx';

const { ttAccount } = registry;

const overrides = { cells: { expireTime: ExpiryCell } };

const footer = () => <UnconfirmedCalls vendor="douyin" />;

/** Milliseconds between two looks at what came of an authorisation. */
const lookMs = 2_000;

/** Accounts of Douyin (domain K1, 10): authorised in a window of the platform, counted down, renewed, unbound. */
export default function TtAccountPage() {
  const { t } = useTranslation('tiktok');
  const [opened, setOpened] = useState<Window>();

  const reload = useCallback(() => refreshRows(ttAccount), []);
  // The platform's window tells us nothing; the rows say what came of it once it is closed.
  useEffect(() => {
    if (!opened) return;
    const timer = setInterval(() => {
      void reload();
      if (opened.closed) setOpened(undefined);
    }, lookMs);
    return () => clearInterval(timer);
  }, [opened, reload]);

  const authorise = useCallback(async () => {
    // Opened at once: browsers block windows that open after a call.
    const page = window.open('about:blank', '_blank');
    try {
      const { url } = await send(tiktokCalls.authUrl, {});
      if (page) {
        page.location.href = url;
        setOpened(page);
      } else window.location.href = url;
    } catch (error) {
      page?.close();
      if (!(error instanceof ApiError)) throw error; // shown as a toast already
    }
  }, []);

  const actions = useMemo<RowAction<typeof ttAccount>[]>(
    () => [
      {
        key: 'refresh',
        may: tiktokCalls.refresh.may,
        label: t('refresh'),
        fits: ({ authStatus }) => authStatus === ttAuth.is.authorised || authStatus === ttAuth.is.expired,
        act: async ({ id }) => {
          await unlessRefused(async () => {
            await send(tiktokCalls.refresh, { body: { id } });
            notice.success(t('refreshed'));
          });
          await reload();
        },
      },
    ],
    [t, reload],
  );
  return (
    <DatasetScreen
      dataset={ttAccount}
      rowActions={actions}
      drawerActions={actions}
      overrides={overrides}
      footer={footer}
      stepExtra={(step, row) => (step.name === 'unbind' ? <HangingMounts id={row.id} /> : null)}
      extra={() => [
        {
          key: 'authorise',
          may: tiktokCalls.authUrl.may,
          label: t('authorise'),
          icon: <UserAddOutlined aria-hidden />,
          act: () => void authorise(),
        },
      ]}
    />
  );
}
