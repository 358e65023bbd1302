import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Boundary } from '../../engine/boundary/Boundary.tsx';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';

const Handbook = lazyCode(() => import('./Handbook.tsx'));

/** Opens the handbook at the chapter of the page one is on. */
export function HelpButton() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // Loaded on first use, and kept from then on, so that closing is animated too.
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        type="text"
        icon={<QuestionCircleOutlined />}
        aria-label={t('handbook.open')}
        title={t('handbook.open')}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      />
      {wanted && (
        <Boundary frame={null}>
          <CodeSuspense>
            <Handbook path={pathname} open={open} onClose={() => setOpen(false)} />
          </CodeSuspense>
        </Boundary>
      )}
    </>
  );
}
