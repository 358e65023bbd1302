import { Button, Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './EditorToolbar.module.css';

/** Colours on offer: greys, then the strong ones, then the same as light grounds. */
const palette = [
  ...['#1c2128', '#525a66', '#8a919c', '#c4c9d1', '#ffffff'],
  ...['#c9271b', '#d9730d', '#b58900', '#2b8a3e', '#0d9488'],
  ...['#1677ff', '#14aaff', '#7048e8', '#d6336c', '#7a4a1d'],
  ...['#ffe3e0', '#fff0d6', '#fff7b2', '#dcf5e1', '#dbeafe'],
];

interface ColourToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** The colour of the selected text; undefined without one. */
  readonly colour: string | undefined;
  readonly onChoose: (colour: string | null) => void;
  readonly onClosed: () => void;
}

/** A button that opens a choice of colours. */
export function ColourTool({ label, icon, colour, onChoose, onClosed }: ColourToolProps) {
  const { t } = useTranslation('engine');
  const [open, setOpen] = useState(false);
  const choose = (chosen: string | null) => {
    setOpen(false);
    onChoose(chosen);
    onClosed();
  };
  const choices = (
    <div className={styles.colours}>
      {palette.map((one, index) => (
        <button
          key={one}
          type="button"
          // biome-ignore lint/a11y/noAutofocus: a choice that opens begins at its first colour
          autoFocus={index === 0}
          className={styles.colour}
          style={{ background: one }}
          aria-label={`${label} ${one}`}
          aria-pressed={one === colour}
          onClick={() => choose(one)}
        />
      ))}
      <label className={styles.other}>
        {t('fields.editor.otherColour')}
        <input
          type="color"
          defaultValue={/^#[0-9a-f]{6}$/i.test(colour ?? '') ? colour : '#1c2128'}
          onChange={event => onChoose(event.target.value)}
        />
      </label>
      <Button size="small" onClick={() => choose(null)}>
        {t('fields.editor.noColour')}
      </Button>
    </div>
  );
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      content={choices}
    >
      <Button
        type="text"
        size="small"
        className={styles.tool}
        icon={icon}
        title={label}
        aria-label={label}
        aria-expanded={open}
        style={colour === undefined ? {} : { boxShadow: `inset 0 -3px ${colour}` }}
      />
    </Popover>
  );
}
