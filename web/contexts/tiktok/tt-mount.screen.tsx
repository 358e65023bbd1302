import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { UnconfirmedCalls } from '../../engine/calls/UnconfirmedCalls.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import type { InputProps } from '../../fields/field-view.ts';
import { TargetInput } from '../../fields/pick/TargetInput.tsx';
import { AnchorStrip } from './tt-mount/AnchorPreview.tsx';
import { MountProgress } from './tt-mount/MountProgress.tsx';

const { goods, ttCourse, ttMount } = registry;

/** Datasets whose rows a mount leads to, by the code of `mountType`; a page is typed. */
const targets: Readonly<Record<number, string>> = { 1: ttCourse.name, 2: goods.name };

/** The course or the goods that a mount leads to. */
const ProductInput = (props: InputProps) => (
  <TargetInput {...props} target={targets[Number(props.record.mountType)]} />
);

const overrides = { inputs: { bizId: ProductInput } };

const footer = () => <UnconfirmedCalls vendor="douyin" />;

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
      overrides={overrides}
      footer={footer}
      drawerTabs={tabs}
      formExtra={({ mountTitle }) => <AnchorStrip anchor={mountTitle} />}
    />
  );
}
