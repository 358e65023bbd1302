import { BgColorsOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';

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
