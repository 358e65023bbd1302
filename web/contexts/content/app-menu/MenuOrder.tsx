import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AppEntry, appMenuCalls } from '@yikao/model/contexts/content/display.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { field, label } from '@yikao/model/kernel/language.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { send } from '../../../engine/api/send.ts';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { isBlank } from '../../../fields/parts/values.ts';
import { OrderDialog } from '../order/OrderDialog.tsx';
import { type OrderItem, useOrder } from '../order/use-order.ts';
import { MenuPhone } from './MenuPhone.tsx';

const { appMenu } = registry;

const provinceOf = field.ref({ label: label('省份', 'Province'), to: 'province' });

/** The entry whose entries are put in order; none for the first level. */
const parentOf = field.ref({
  label: label('层级', 'Level'),
  to: 'appMenu',
  within: ['platform'],
  where: { parentId: 0 },
  zero: label('第一级', 'First level'),
});

/** The menu as it will be once the order is saved. */
function withOrder(
  entries: readonly AppEntry[] | undefined,
  parentId: number,
  items: readonly OrderItem[],
): readonly AppEntry[] | undefined {
  const place = new Map(items.map(({ id }, at) => [id, at]));
  const at = (id: number) => place.get(id) ?? place.size;
  const sorted = <T extends { readonly menuId: number }>(rows: readonly T[]) =>
    rows.toSorted((one, other) => at(one.menuId) - at(other.menuId));
  if (parentId === 0) return entries && sorted(entries);
  return entries?.map(entry =>
    entry.menuId === parentId ? { ...entry, children: sorted(entry.children) } : entry,
  );
}

/** Orders the entries of a level of an app's menu, beside the front page of the app in a province. */
export function MenuOrder({
  platform: first,
  onClose,
}: {
  readonly platform: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('display');
  const [values, setValues] = useState<FieldRecord>({ platform: first, parentId: 0 });
  const [platform, parentId] = [Number(values.platform), Number(values.parentId ?? 0)];
  const order = useOrder({
    dataset: appMenu,
    group: { platform, parentId },
    picture: 'icon',
    save: rows => send(appMenuCalls.order, { body: { platform, parentId, rows }, toast: false }),
  });
  const asked = {
    platform,
    ...(!isBlank(values.provinceId) && { provinceId: Number(values.provinceId) }),
  };
  const preview = useQuery({
    queryKey: ['rows', appMenu.name, 'phone', asked],
    queryFn: ({ signal }) => send(appMenuCalls.app, { query: asked, signal, toast: false }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const entries = withOrder(preview.data, parentId, order.items);
  const shown = entries?.flatMap(({ menuId, children }) => [menuId, ...children.map(one => one.menuId)]);
  const set = (change: FieldRecord) => setValues(old => ({ ...old, ...change }));
  return (
    <OrderDialog
      title={t('order.menu')}
      order={order}
      editable={may(appMenu, 'update')}
      inputs={
        <>
          <AskedInput
            field={appMenu.fields.platform}
            name="platform"
            values={values}
            onChange={value => !isBlank(value) && set({ platform: value, parentId: 0 })}
          />
          <AskedInput
            field={parentOf}
            name="parentId"
            values={values}
            onChange={value => set({ parentId: value ?? 0 })}
          />
          <AskedInput
            field={provinceOf}
            name="provinceId"
            values={values}
            onChange={value => set({ provinceId: value })}
          />
        </>
      }
      phone={preview.isError ? <p role="alert">{t('phone.failed')}</p> : <MenuPhone entries={entries} />}
      shown={shown && new Set(shown)}
      onClose={onClose}
    />
  );
}
