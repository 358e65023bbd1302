import { OrderedListOutlined } from '@ant-design/icons';
import { linkTargets } from '@yikao/model/contexts/content/link-targets.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { InputProps } from '../../fields/field-view.ts';
import { TargetInput } from '../../fields/pick/TargetInput.tsx';

const CarouselOrder = lazyDialog(() => import('./carousel/CarouselOrder.tsx'), 'CarouselOrder');

/** The row, the address or the path that a picture leads to. */
const LinkInput = (props: InputProps) => (
  <TargetInput {...props} target={linkTargets[Number(props.record.linkType)]?.dataset} />
);

const overrides = { inputs: { linkValue: LinkInput } };

/** Carousels (domain L5, 10): put in order by dragging and keys, beside the page of the app. */
export default function CarouselPage() {
  const { t } = useTranslation('display');
  const [opened, setOpened] = useState<number>();
  const close = () => setOpened(undefined);
  return (
    <>
      <DatasetScreen
        dataset={registry.carousel}
        overrides={overrides}
        extra={list => [
          {
            key: 'order',
            label: t('order.action'),
            icon: <OrderedListOutlined aria-hidden />,
            act: () => setOpened(Number(list.filters.position?.[0] ?? 1)),
          },
        ]}
      />
      {opened !== undefined && <CarouselOrder position={opened} onClose={close} />}
    </>
  );
}
