import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FilterProps } from '../field-view.ts';
import styles from '../parts/fields.module.css';
import { searchByLabel } from './search-by-label.ts';
import { useEnterToSearch } from './use-enter-to-search.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoiceFilterProps extends Pick<FilterProps, 'as' | 'id' | 'values' | 'onChange' | 'disabled'> {
  readonly choices: readonly Choice[];
}

/** A condition of several values out of a short list. */
export function ChoiceFilter({ choices, as, id, values, onChange, disabled }: ChoiceFilterProps) {
  const { t } = useTranslation('engine');
  const enter = useEnterToSearch();
  return (
    <div onKeyDownCapture={enter.onKeyDownCapture}>
      <Select<string[]>
        id={id}
        className={`${styles.full} ${styles.oneLine}`}
        mode="multiple"
        maxTagCount="responsive"
        allowClear
        disabled={disabled}
        placeholder={t('filter.all')}
        options={[...choices]}
        showSearch={searchByLabel}
        value={[...(values[as] ?? [])]}
        open={enter.open}
        onOpenChange={enter.setOpen}
        onChange={chosen => {
          enter.noteChosen();
          onChange({ [as]: chosen });
        }}
      />
    </div>
  );
}
