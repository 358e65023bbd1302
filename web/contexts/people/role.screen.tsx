import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { PermDrawer } from './role/PermDrawer.tsx';

/** Roles: a dataset screen with the tree of permissions of each (domain A2). */
export default function RolePage() {
  const { t } = useTranslation('people');
  const [opened, setOpened] = useState<{ readonly roleId: number; readonly name: string }>();
  const actions = useMemo<RowAction<typeof registry.role>[]>(
    () => [
      {
        key: 'perms',
        label: t('role.action'),
        act: row => setOpened({ roleId: row.roleId, name: row.roleName ?? '' }),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={registry.role} rowActions={actions} />
      {opened && <PermDrawer key={opened.roleId} {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
