import { CheckCircleFilled, CheckOutlined, CloseCircleFilled, CloseOutlined } from '@ant-design/icons';
import type { Explanation } from '@yikao/model/contexts/people/access.calls.ts';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../../fields/parts/CodeTag.tsx';
import styles from './explain.module.css';

/** The explanation: the verdict, the rules in order of checking, and the roles that grant it. */
export function Verdict({
  explanation: { allowed, user, about, steps },
}: {
  readonly explanation: Explanation;
}) {
  const { t } = useTranslation('trust');
  const name = `${user.nickName} (${user.userName})`;
  const decisive = steps.find(step => !step.passed) ?? steps.at(-1);
  return (
    <>
      <div className={styles.verdict} data-allowed={allowed} role="status">
        {allowed ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
        <div>
          <h2>
            {about === ''
              ? t(allowed ? 'access.loginAllowed' : 'access.loginRefused', { name })
              : t(allowed ? 'access.allowed' : 'access.refused', { name, about })}
          </h2>
          <p>{decisive?.text}</p>
        </div>
      </div>
      <ol className={styles.steps} aria-label={t('access.steps')}>
        {steps.map(({ rule, passed, text, roles }) => (
          <li key={`${rule} ${text}`} data-passed={passed}>
            {passed ? (
              <CheckOutlined aria-label={t('access.passed')} />
            ) : (
              <CloseOutlined aria-label={t('access.failed')} />
            )}
            <span className={styles.rule}>{t(`access.rules.${rule}`)}</span>
            <div>
              {text}
              {roles.length > 0 && (
                <ul className={styles.roles}>
                  {roles.map(role => (
                    <li key={role.roleId}>
                      <ToneTag
                        tone={!role.held ? 'plain' : role.enabled ? 'done' : 'lost'}
                        text={t(
                          !role.held
                            ? 'access.notHeld'
                            : role.enabled
                              ? 'access.held'
                              : 'access.heldDisabled',
                          { name: role.roleName },
                        )}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
