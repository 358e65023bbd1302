import { registry } from '@yikao/model/contexts/datasets.ts';
import { field, label } from '@yikao/model/kernel/language.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldOverrides } from '../../engine/field-overrides.ts';
import { LinkDialog, type LinkOf } from '../../engine/link/LinkDialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { InputProps } from '../../fields/field-view.ts';
import { YearInput } from '../../fields/year.tsx';

const { partners } = registry;

/** Partners have a separate list of years (spec section 4). */
function PartnerYear({ field: given, ...props }: InputProps) {
  return given.kind === 'year' ? <YearInput {...props} field={given} list="partners" /> : null;
}

/** Partners are filtered by name (spec section 2: filter by partner), as in every other list. */
const overrides: FieldOverrides<keyof typeof partners.fields & string> = {
  filters: { partnersId: field.ref({ label: label('合伙人', 'Partner'), to: 'partners' }) },
  inputs: { dataYear: PartnerYear },
};

/** Partners as a tree, each with the link of its channel (spec section 2, domain F1, 10). */
export default function PartnersPage() {
  const { t } = useTranslation('people');
  const [opened, setOpened] = useState<LinkOf>();
  const actions = useMemo<RowAction<typeof partners>[]>(
    () => [
      {
        key: 'link',
        label: t('channel.action'),
        fits: ({ channel }) => Boolean(channel),
        act: row => setOpened({ name: row.channelName ?? '', code: row.channel ?? '' }),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen dataset={partners} rowActions={actions} drawerActions={actions} overrides={overrides} />
      {opened && <LinkDialog of={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
