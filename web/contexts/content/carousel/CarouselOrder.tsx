import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { carouselCalls } from '@yikao/model/contexts/content/display.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { siteKeys } from '@yikao/model/contexts/system/website.calls.ts';
import { field, label } from '@yikao/model/kernel/language.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { send } from '../../../engine/api/send.ts';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { isBlank, textOf } from '../../../fields/parts/values.ts';
import { OrderDialog } from '../order/OrderDialog.tsx';
import { useOrder } from '../order/use-order.ts';
import { CarouselPhone } from './CarouselPhone.tsx';

const { carousel, website } = registry;

/** The conditions under which the phone is shown, besides the position. */
const asks = {
  siteKey: website.fields.siteKey,
  provinceId: field.ref({ label: label('省份', 'Province'), to: 'province' }),
  at: field.dateTime({ label: label('时间', 'Time') }),
} as const;

/** Orders the pictures of a position, beside the page of the app for a site, a province and a time. */
export function CarouselOrder({
  position: first,
  onClose,
}: {
  readonly position: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('display');
  const [values, setValues] = useState<FieldRecord>({ position: first, siteKey: siteKeys[0] });
  const position = Number(values.position);
  const order = useOrder({
    dataset: carousel,
    group: { position },
    picture: 'image',
    save: rows => send(carouselCalls.order, { body: { position, rows }, toast: false }),
  });
  const asked = {
    position,
    siteKey: siteKeys.find(key => key === values.siteKey) ?? siteKeys[0],
    ...(!isBlank(values.provinceId) && { provinceId: Number(values.provinceId) }),
    ...(!isBlank(values.at) && { at: textOf(values.at) }),
  };
  const preview = useQuery({
    queryKey: ['rows', carousel.name, 'phone', asked],
    queryFn: ({ signal }) => send(carouselCalls.preview, { query: asked, signal, toast: false }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const place = new Map(order.items.map(({ id }, at) => [id, at]));
  const at = (id: number) => place.get(id) ?? place.size;
  const pictures = preview.data?.toSorted((one, other) => at(one.carouselId) - at(other.carouselId));
  const set = (name: string) => (value: unknown) => setValues(old => ({ ...old, [name]: value }));
  return (
    <OrderDialog
      title={t('order.carousel')}
      order={order}
      editable={may(carousel, 'update')}
      inputs={
        <>
          <AskedInput
            field={carousel.fields.position}
            name="position"
            values={values}
            onChange={value => !isBlank(value) && set('position')(value)}
          />
          <AskedInput field={asks.siteKey} name="siteKey" values={values} onChange={set('siteKey')} />
          <AskedInput
            field={asks.provinceId}
            name="provinceId"
            values={values}
            onChange={set('provinceId')}
          />
          <AskedInput field={asks.at} name="at" values={values} onChange={set('at')} />
        </>
      }
      phone={
        preview.isError ? <p role="alert">{t('phone.failed')}</p> : <CarouselPhone pictures={pictures} />
      }
      shown={preview.data && new Set(preview.data.map(({ carouselId }) => carouselId))}
      onClose={onClose}
    />
  );
}
