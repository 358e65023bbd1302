import { QrcodeOutlined, UserAddOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { lecturePay } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

const { lectureApply } = registry;

const SignDialog = lazyDialog(() => import('./lecture-apply/SignDialog.tsx'), 'SignDialog');
const QrDialog = lazyDialog(() => import('./lecture-apply/QrDialog.tsx'), 'QrDialog');
const RegisterDialog = lazyDialog(() => import('./lecture-apply/RegisterDialog.tsx'), 'RegisterDialog');

type Opened = 'register' | 'sign' | { readonly id: number; readonly name: string };

/** Registrations for lectures (domain J4): taken by hand, and signed in by the code of a QR picture. */
export default function LectureApplyPage() {
  const { t } = useTranslation('teaching');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const actions = useMemo<RowAction<typeof lectureApply>[]>(
    () => [
      {
        key: 'qr',
        label: t('sign.qr'),
        fits: ({ payStatus }) => payStatus === lecturePay.is.paid || payStatus === lecturePay.is.free,
        act: ({ id, name }) => setOpened({ id, name: name ?? '' }),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={lectureApply}
        rowActions={actions}
        extra={() => [
          {
            key: 'register',
            may: 'wish:lectureapply:add',
            begins: true,
            label: t('register.action'),
            icon: <UserAddOutlined aria-hidden />,
            act: () => setOpened('register'),
          },
          {
            key: 'sign',
            may: 'wish:lectureapply:sign',
            label: t('sign.action'),
            icon: <QrcodeOutlined aria-hidden />,
            act: () => setOpened('sign'),
          },
        ]}
      />
      {opened === 'sign' && <SignDialog onClose={close} />}
      {opened === 'register' && <RegisterDialog onClose={close} />}
      {typeof opened === 'object' && <QrDialog apply={opened} onClose={close} />}
    </>
  );
}
