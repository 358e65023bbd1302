import { useQuery } from '@tanstack/react-query';
import { type ConfigRow, configCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { type ParameterGroup, parameterGroups, parameters } from '@yikao/model/rules/parameters.ts';
import { Button, Result, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../../engine/api/send.ts';
import { can } from '../../../../../engine/session/session.ts';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { useLanguage } from '../../../../../i18n/i18n.ts';
import { CacheButton } from './CacheButton.tsx';
import styles from './Page.module.css';
import { ParameterRow } from './ParameterRow.tsx';

// Object.keys loses that the keys are those of parameterGroups.
const groups = Object.keys(parameterGroups) as ParameterGroup[];

/** The parameters of the product in groups, each saved by itself (domain A13, 7.4). */
export default function ConfigPage() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  // People who may clear the caches have this page, even if they may not read the parameters.
  const reads = can(configCalls.list.may);
  const { data, error, refetch } = useQuery({
    enabled: reads,
    queryKey: ['config'],
    queryFn: ({ signal }): Promise<ConfigRow[]> => send(configCalls.list, { signal, toast: false }),
  });
  // Rows with something typed into them stay while a refresh fails.
  if (error && !data) {
    return (
      <Result
        status="warning"
        title={error.message}
        extra={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  return (
    <div className={styles.page}>
      <PageHeading />
      <CacheButton />
      {data
        ? groups.map(group => (
            <section key={group} className={styles.group}>
              <h2>{parameterGroups[group][language]}</h2>
              {parameters
                .filter(parameter => parameter.group === group)
                .map(parameter => {
                  const row = data.find(({ configKey }) => configKey === parameter.key);
                  return (
                    row && (
                      <ParameterRow key={`${parameter.key} ${row.version}`} parameter={parameter} row={row} />
                    )
                  );
                })}
            </section>
          ))
        : reads && <Skeleton active paragraph={{ rows: 12 }} />}
    </div>
  );
}
