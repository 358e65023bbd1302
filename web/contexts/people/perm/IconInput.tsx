import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Flex, Input, Popover } from 'antd';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellProps, InputProps } from '../../../fields/field-view.ts';
import styles from './IconInput.module.css';
import * as exported from './icons.ts';

const icons: Readonly<Record<string, ComponentType>> = exported;

/** `UserOutlined` as `User`: the form people search by. */
function shortName(name: string): string {
  return name.replace(/Outlined$/, '');
}

function Icon({ name }: { readonly name: string }) {
  const Found = icons[name];
  return Found ? <Found aria-hidden /> : null;
}

/** An icon of the menu, as a picture with its name. */
export function IconCell({ value }: CellProps) {
  const name = typeof value === 'string' ? value : '';
  return (
    <span className={styles.cell} title={name}>
      <Icon name={name} />
      <span className={styles.name}>{shortName(name)}</span>
    </span>
  );
}

/** Chooses an icon from the pictures of all that a menu may carry. */
export function IconInput({ id, value, onChange, disabled, describedBy }: InputProps) {
  const { t } = useTranslation('people');
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const chosen = typeof value === 'string' ? value : '';
  const found = Object.keys(icons).filter(name => name.toLowerCase().includes(words.trim().toLowerCase()));
  const choose = (name: string | null) => {
    onChange(name);
    setOpen(false);
  };
  return (
    <Flex gap={4} align="center">
      <Popover
        open={open}
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        onOpenChange={setOpen}
        content={
          <div className={styles.panel}>
            <Input
              autoFocus
              allowClear
              prefix={<SearchOutlined aria-hidden />}
              placeholder={t('icon.search')}
              aria-label={t('icon.search')}
              value={words}
              onChange={event => setWords(event.target.value)}
            />
            <div className={styles.grid}>
              {found.map(name => (
                <button
                  key={name}
                  type="button"
                  title={shortName(name)}
                  aria-label={shortName(name)}
                  aria-pressed={name === chosen}
                  onClick={() => choose(name)}
                >
                  <Icon name={name} />
                </button>
              ))}
            </div>
            {found.length === 0 && <p className={styles.none}>{t('icon.none')}</p>}
          </div>
        }
      >
        <Button
          id={id}
          disabled={disabled}
          icon={chosen ? <Icon name={chosen} /> : undefined}
          aria-describedby={describedBy}
        >
          {chosen ? shortName(chosen) : t('icon.choose')}
        </Button>
      </Popover>
      {chosen && !disabled && (
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('icon.clear')}
          title={t('icon.clear')}
          onClick={() => choose(null)}
        />
      )}
    </Flex>
  );
}
