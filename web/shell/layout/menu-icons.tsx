import {
  AccountBookOutlined,
  AppstoreOutlined,
  BankOutlined,
  CompassOutlined,
  CreditCardOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  FormOutlined,
  GlobalOutlined,
  LaptopOutlined,
  NotificationOutlined,
  PlayCircleOutlined,
  SettingOutlined,
  TeamOutlined,
  TikTokOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType, HTMLAttributes } from 'react';

/**
 * Icons of the menu's groups, by the names that the entries carry. Written out, since a look-up by name in
 * the whole set would load all of its 800 icons.
 */
const icons: Readonly<Record<string, ComponentType<HTMLAttributes<HTMLElement>>>> = {
  AccountBookOutlined,
  BankOutlined,
  CompassOutlined,
  CreditCardOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  FormOutlined,
  GlobalOutlined,
  LaptopOutlined,
  NotificationOutlined,
  PlayCircleOutlined,
  SettingOutlined,
  TeamOutlined,
  TikTokOutlined,
  UserOutlined,
};

/** The icon named `name`; a generic one for an unknown name, since people edit menus. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = icons[name] ?? AppstoreOutlined;
  return <Icon aria-hidden />;
}
