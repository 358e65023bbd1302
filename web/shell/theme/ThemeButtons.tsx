import { BgColorsOutlined, DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';
import { setThemePreferences, type ThemeMode, useThemePreferences } from './preferences.ts';

const ColourPicker = lazyCode(() => import('./ColourPicker.tsx'));

/** The theme colour button of the top bar; the picker is loaded by the first click. */
export function ThemeColourButton() {
  const { t } = useTranslation('shell');
  const [wanted, setWanted] = useState(false);
  const button = (
    <Button
      type="text"
      icon={<BgColorsOutlined />}
      aria-label={t('theme.colour')}
      title={t('theme.colour')}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Boundary frame={() => button}>
      <CodeSuspense fallback={button}>
        <ColourPicker>{button}</ColourPicker>
      </CodeSuspense>
    </Boundary>
  );
}

const modeIcons = {
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
  system: <DesktopOutlined aria-hidden />,
} as const;

/** Light, dark or as the system, as entries of a menu. */
function useModeMenu(): MenuProps {
  const { t } = useTranslation('shell');
  const { mode } = useThemePreferences();
  return {
    selectable: true,
    selectedKeys: [mode],
    items: (['light', 'dark', 'system'] as const satisfies ThemeMode[]).map(key => ({
      key,
      icon: modeIcons[key],
      label: t(`theme.${key}`),
    })),
    onClick: ({ key }) => {
      if (key === 'light' || key === 'dark' || key === 'system') setThemePreferences({ mode: key });
    },
  };
}

/** The switch between light and dark of the top bar. */
export function ThemeModeButton() {
  const { t } = useTranslation('shell');
  const { dark } = useThemePreferences();
  const menu = useModeMenu();
  return (
    <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        icon={modeIcons[dark ? 'dark' : 'light']}
        aria-label={t('theme.mode')}
        title={t('theme.mode')}
      />
    </Dropdown>
  );
}
