import { CloseOutlined, LeftOutlined } from '@ant-design/icons';
import type { ListChoice } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { movedTo } from '../../../../../../engine/layout/use-dragging.ts';
import styles from './Page.module.css';

/**
 * The majors of a choice in order, each of which can be moved forward; all except the choice's own major can be
 * removed.
 */
export function ChoiceMajors({
  of,
  onChange,
}: {
  readonly of: ListChoice;
  readonly onChange: (profNames: string[]) => void;
}) {
  const { t } = useTranslation('voluntary');
  const { profNames } = of;
  return (
    <ol className={styles.majors} aria-label={t('majorsOf', { school: of.schoolName })}>
      {profNames.map((name, at) => (
        <li key={name}>
          {at > 0 && (
            <Button
              type="text"
              size="small"
              icon={<LeftOutlined aria-hidden />}
              aria-label={t('majorForward', { prof: name })}
              onClick={() => onChange(movedTo(profNames, at, at - 1))}
            />
          )}
          <span>
            {at + 1}. {name}
          </span>
          {name !== of.profName && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('majorRemove', { prof: name })}
              onClick={() => onChange(profNames.filter(other => other !== name))}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
