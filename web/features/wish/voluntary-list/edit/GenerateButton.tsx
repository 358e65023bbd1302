import { ThunderboltOutlined } from '@ant-design/icons';
import type { ListRulesTold } from '@yikao/model/calls/voluntary.ts';
import { readRatio, usualRatio } from '@yikao/model/rules/voluntary-list.ts';
import { Button, InputNumber, Popover } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bands } from './choices.ts';
import styles from './Page.module.css';

interface Props {
  readonly rules: ListRulesTold;
  /** Choices that stand there and would make room. */
  readonly standing: number;
  readonly busy: boolean;
  readonly onGenerate: (ratio: string) => void;
}

/** Makes a list by the ratio that is asked for here; of a sequential batch there is none. */
export function GenerateButton({ rules, standing, busy, onGenerate }: Props) {
  const { t } = useTranslation('voluntary');
  const id = useId();
  const [open, setOpen] = useState(false);
  const [ratio, setRatio] = useState<readonly number[]>(readRatio(rules.ratio) ?? usualRatio);
  const parallel = rules.archiveRule !== 2;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={t('generate.title')}
      content={
        <div className={styles.generate}>
          <p>{t(parallel ? 'generate.parallel' : 'generate.sequential')}</p>
          {parallel && (
            <div className={styles.ratio}>
              {bands.map((band, at) => (
                <label key={band} htmlFor={`${id}${band}`}>
                  <span>{t(`band.${band}`)}</span>
                  <InputNumber
                    id={`${id}${band}`}
                    min={0}
                    max={99}
                    precision={0}
                    value={ratio[at] ?? 0}
                    onChange={value => setRatio(ratio.with(at, value ?? 0))}
                  />
                </label>
              ))}
            </div>
          )}
          {standing > 0 && <p>{t('generate.replaces', { count: standing })}</p>}
          <Button
            type="primary"
            block
            disabled={ratio.every(share => share === 0)}
            onClick={() => {
              setOpen(false);
              onGenerate(ratio.join(','));
            }}
          >
            {t('generate.do')}
          </Button>
        </div>
      }
    >
      <Button icon={<ThunderboltOutlined aria-hidden />} loading={busy}>
        {t('generate.open')}
      </Button>
    </Popover>
  );
}
