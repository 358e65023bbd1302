import { ThunderboltOutlined } from '@ant-design/icons';
import { archiveRule } from '@yikao/model/contexts/admission/admission.codes.ts';
import { readRatio, usualRatio } from '@yikao/model/contexts/voluntary/rules/voluntary-list.ts';
import type { ListRulesTold } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { Button, InputNumber, Popover } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bands } from './choices.ts';
import styles from './GenerateButton.module.css';

interface Props {
  readonly rules: ListRulesTold;
  /** Existing choices, which would be replaced. */
  readonly standing: number;
  readonly busy: boolean;
  readonly onGenerate: (ratio: string) => void;
}

/** Generates a list with a ratio entered here; a sequential batch has none. */
export function GenerateButton({ rules, standing, busy, onGenerate }: Props) {
  const { t } = useTranslation('voluntary');
  const id = useId();
  const [open, setOpen] = useState(false);
  const [ratio, setRatio] = useState<readonly number[]>(readRatio(rules.ratio) ?? usualRatio);
  const parallel = rules.archiveRule !== archiveRule.is.sequential;
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
