import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkDialog, type LinkOf } from '../../engine/link/LinkDialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

/** Channels as a tree, each with its link and QR code (domain F4). */
export default function ChannelPage() {
  const { t } = useTranslation('people');
  const [opened, setOpened] = useState<LinkOf>();
  const actions = useMemo<RowAction<typeof registry.channel>[]>(
    () => [
      {
        key: 'link',
        label: t('channel.action'),
        act: row => setOpened({ name: row.channelName ?? '', code: row.channel ?? '' }),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={registry.channel} rowActions={actions} drawerActions={actions} />
      {opened && <LinkDialog of={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
