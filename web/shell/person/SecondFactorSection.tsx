import { useQuery, useQueryClient } from '@tanstack/react-query';
import { secondFactorCalls } from '@yikao/model/contexts/people/second-factor.calls.ts';
import { Button, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../engine/api/send.ts';
import { EnrolDialog } from './EnrolDialog.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import styles from './Security.module.css';

/** Remaining recovery codes at which the person is advised to renew them. */
const few = 3;

/** The person's second factor: its state, and the available actions. */
export function SecondFactorSection() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'enrol' | 'off' | 'recovery'>();
  const { data, error } = useQuery({
    queryKey: ['secondFactor'],
    queryFn: ({ signal }) => send(secondFactorCalls.state, { signal, toast: false }),
    staleTime: 0,
  });
  const close = () => {
    setDialog(undefined);
    void client.invalidateQueries({ queryKey: ['secondFactor'] });
    // Turned on, it has ended the other logins.
    void client.invalidateQueries({ queryKey: ['ownSessions'] });
  };
  return (
    <section className={styles.section}>
      <h2>
        {t('factor.title')}
        {data && <Tag color={data.on ? 'green' : 'default'}>{t(data.on ? 'factor.on' : 'factor.off')}</Tag>}
      </h2>
      {error ? (
        <p>{error.message}</p>
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 1 }} />
      ) : (
        <div className={styles.line}>
          <div className={styles.more}>
            {data.on ? (
              <>
                {t('factor.since', { time: data.since?.slice(0, 16) })} ·{' '}
                {t('factor.left', { count: data.recoveryLeft })}
                {data.demanded && <div>{t('factor.demanded')}</div>}
                {data.recoveryLeft <= few && <div className={styles.warning}>{t('factor.few')}</div>}
              </>
            ) : (
              t('factor.text')
            )}
          </div>
          <div className={styles.buttons}>
            {data.on ? (
              <>
                <Button size="small" onClick={() => setDialog('recovery')}>
                  {t('factor.renew')}
                </Button>
                {!data.demanded && (
                  <Button size="small" danger onClick={() => setDialog('off')}>
                    {t('factor.turnOff')}
                  </Button>
                )}
              </>
            ) : (
              <Button size="small" type="primary" onClick={() => setDialog('enrol')}>
                {t('factor.turnOn')}
              </Button>
            )}
          </div>
        </div>
      )}
      {dialog === 'enrol' && <EnrolDialog onClose={close} />}
      {(dialog === 'off' || dialog === 'recovery') && <ProofDialog what={dialog} onClose={close} />}
    </section>
  );
}
