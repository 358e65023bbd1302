import { AppstoreOutlined } from '@ant-design/icons';
import type { ComponentType, HTMLAttributes } from 'react';
import * as exported from './icons.ts';

const icons: Readonly<Record<string, ComponentType<HTMLAttributes<HTMLElement>>>> = exported;

/** The icon named `name`; a generic one for an unknown name, since people edit menus. */
export function MenuIcon({ name }: { readonly name: string }) {
  const Icon = icons[name] ?? AppstoreOutlined;
  return <Icon aria-hidden />;
}
