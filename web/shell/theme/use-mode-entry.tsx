import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { setThemePreferences, type ThemeMode, useThemePreferences } from './preferences.ts';

const icons = {
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
  system: <DesktopOutlined aria-hidden />,
} as const;

const modes = ['light', 'dark', 'system'] as const satisfies readonly ThemeMode[];

/** Light, dark or as the system: an entry of a menu with its choices, the chosen one, and the act of choosing. */
export function useModeEntry(): {
  readonly entry: NonNullable<MenuProps['items']>[number];
  readonly selected: string;
  /** Applies the choice of a key; other keys change nothing. */
  readonly choose: (key: string) => void;
} {
  const { t } = useTranslation('shell');
  const { mode } = useThemePreferences();
  return {
    entry: {
      key: 'mode',
      type: 'group',
      label: t('theme.mode'),
      children: modes.map(key => ({ key, icon: icons[key], label: t(`theme.${key}`) })),
    },
    selected: mode,
    choose(key) {
      const chosen = modes.find(one => one === key);
      if (chosen) setThemePreferences({ mode: chosen });
    },
  };
}
