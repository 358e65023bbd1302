import { ColorPicker } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { brandColour, defaultPrimary } from './colours.ts';
import { isHex } from './contrast.ts';
import { setThemePreferences, useThemePreferences } from './preferences.ts';

const presets = [
  defaultPrimary,
  brandColour,
  '#2563eb',
  '#0d9488',
  '#2f9e44',
  '#d9730d',
  '#d6336c',
  '#7048e8',
];

/** The theme colour picker (spec section 2), initially open; `children` is the button it is attached to. */
export default function ColourPicker({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { primary } = useThemePreferences();
  const [open, setOpen] = useState(true);
  return (
    <ColorPicker
      open={open}
      onOpenChange={setOpen}
      value={primary}
      disabledAlpha
      disabledFormat
      format="hex"
      placement="bottomRight"
      presets={[{ label: t('theme.colour'), colors: presets, key: 'presets' }]}
      onChangeComplete={colour => {
        const next = colour.toHexString();
        if (!isHex(next) || next === primary) return;
        setThemePreferences({ primary: next });
        notice.success(t('theme.changed'));
      }}
    >
      {children}
    </ColorPicker>
  );
}
