import { OrderedListOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

const MenuOrder = lazyDialog(() => import('./app-menu/MenuOrder.tsx'), 'MenuOrder');

/** The app of most people: the mini-program. */
const usual = 3;

/** The menus of the apps (domain L7, 10): put in order by dragging and keys, beside the front page of the app. */
export default function AppMenuPage() {
  const { t } = useTranslation('display');
  const [opened, setOpened] = useState<number>();
  const close = () => setOpened(undefined);
  return (
    <>
      <DatasetScreen
        dataset={registry.appMenu}
        extra={list => [
          {
            key: 'order',
            label: t('order.action'),
            icon: <OrderedListOutlined aria-hidden />,
            act: () => setOpened(Number(list.filters.platform?.[0] ?? usual)),
          },
        ]}
      />
      {opened !== undefined && <MenuOrder platform={opened} onClose={close} />}
    </>
  );
}
