import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { AnchorStrip } from './tt-mount/AnchorPreview.tsx';
import { MountProgress } from './tt-mount/MountProgress.tsx';

const { ttMount } = registry;

/** Mounts on videos (domain K3, 10): their anchor on a phone while it is typed, and their way onto the video. */
export default function TtMountPage() {
  const { t } = useTranslation('tiktok');
  const tabs = useMemo<RowTab<typeof ttMount>[]>(
    () => [{ key: 'progress', label: t('progress'), render: row => <MountProgress row={row} /> }],
    [t],
  );
  return (
    <DatasetScreen
      dataset={ttMount}
      drawerTabs={tabs}
      formExtra={({ mountTitle }) => <AnchorStrip anchor={mountTitle} />}
    />
  );
}
