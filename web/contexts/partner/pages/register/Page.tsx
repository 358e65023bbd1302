import type { OwnApplication } from '@yikao/model/contexts/partner/registration.calls.ts';
import { maskMobile } from '@yikao/model/rules/mask.ts';
import { Button, Result, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress, useGoTo, usePageQuery } from '../../../../engine/link/page-address.ts';
import { PageLink } from '../../../../engine/tab/PageLink.tsx';
import { SitePage } from '../../../system/site/SitePage.tsx';
import { useSite } from '../../../system/site/use-site.ts';
import { RegisterForm } from './RegisterForm.tsx';
import styles from './register.module.css';
import { StatusLookup } from './StatusLookup.tsx';
import { emptyValues, type RegisterValues } from './use-register.ts';

/** Public registration of partners and agencies (domain F7, section 5): applying, and checking the result. */
export default function RegisterPage() {
  const { t } = useTranslation('partner');
  const site = useSite();
  const goTo = useGoTo();
  const query = usePageQuery('/register');
  const [tab, setTab] = useState('apply');
  const [initial, setInitial] = useState<RegisterValues>(() =>
    emptyValues((query.get('recCode') ?? '').slice(0, 16)),
  );
  /** Number of the application being corrected; 0 for a new one. */
  const [mending, setMending] = useState(0);
  const [done, setDone] = useState<{ readonly applyId: number; readonly phone: string }>();

  const mend = (application: OwnApplication) => {
    setInitial({
      ...emptyValues(application.recCode ?? ''),
      applyType: application.applyType,
      partnersName: application.partnersName,
      userName: application.userName,
      phone: application.phone,
      provinceId: application.provinceId,
      cityId: application.cityId,
      address: application.address,
      position: application.position ?? '',
      remark: application.remark ?? '',
    });
    setMending(application.applyId);
    setTab('apply');
  };

  return (
    <SitePage site={site} wide words={<Steps />}>
      {done ? (
        <Result
          status="success"
          title={t('register.done')}
          subTitle={t('register.doneText', { id: done.applyId, phone: maskMobile(done.phone) })}
          extra={[
            <Button key="back" type="primary" onClick={() => goTo(pageAddress('/login'))}>
              {t('register.back')}
            </Button>,
            <Button
              key="look"
              onClick={() => {
                setDone(undefined);
                setTab('status');
              }}
            >
              {t('register.look')}
            </Button>,
          ]}
        />
      ) : (
        <div className={styles.tabs}>
          {/* Next to the tabs instead of among them: a tab list may contain only tabs. */}
          <PageLink className={styles.login} to={pageAddress('/login')}>
            {t('register.login')}
          </PageLink>
          <Tabs
            activeKey={tab}
            onChange={setTab}
            items={[
              {
                key: 'apply',
                label: t('register.tabs.apply'),
                children: (
                  <RegisterForm
                    key={mending}
                    initial={initial}
                    mending={mending > 0}
                    onDone={(applyId, phone) => {
                      setInitial(emptyValues(''));
                      setMending(0);
                      setDone({ applyId, phone });
                    }}
                  />
                ),
              },
              {
                key: 'status',
                label: t('register.tabs.status'),
                children: <StatusLookup initial={initial.phone} onMend={mend} />,
              },
            ]}
          />
        </div>
      )}
    </SitePage>
  );
}

/** The next steps, next to the form. */
function Steps() {
  const { t } = useTranslation('partner');
  const steps = [
    { key: 'fill', name: t('register.steps.fill'), text: t('register.steps.fillText') },
    { key: 'review', name: t('register.steps.review'), text: t('register.steps.reviewText') },
    { key: 'open', name: t('register.steps.open'), text: t('register.steps.openText') },
  ];
  return (
    <div className={styles.steps}>
      <p className={styles.stepsTitle}>{t('register.steps.title')}</p>
      <ol>
        {steps.map(({ key, name, text }) => (
          <li key={key}>
            <strong>{name}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
