import { useMutation } from '@tanstack/react-query';
import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import { accessCalls } from '@yikao/model/contexts/people/access.calls.ts';
import { actionLabels } from '@yikao/model/permissions.ts';
import { Button, Input, InputNumber, Segmented, Select } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { focusFirstInput, openingMs } from '../../../engine/form/use-first-input.ts';
import { useMenu } from '../../../engine/menu/use-menu.ts';
import { usePhone } from '../../../engine/use-media.ts';
import { RowPicker } from '../../../fields/pick/RowPicker.tsx';
import { searchByLabel } from '../../../fields/pick/search-by-label.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './explain.module.css';
import { Verdict } from './Verdict.tsx';

interface ExplainPanelProps {
  /** Whom it is about at first. */
  readonly userId: number | undefined;
}

const { adminUser } = registry;
const noNames: ReadonlyMap<number, string> = new Map();

/** Asks why a person can log in and sees a page, an action or a row, or does not, and shows the answer. */
export function ExplainPanel({ userId: first }: ExplainPanelProps) {
  const { t } = useTranslation('trust');
  const { pages } = useMenu();
  const id = useId();
  const phone = usePhone();
  const pageField = useRef<HTMLDivElement>(null);
  // Opened from an account, the page is all that is asked.
  useEffect(() => {
    if (first === undefined || phone) return;
    const timer = setTimeout(() => focusFirstInput(pageField.current), openingMs);
    return () => clearTimeout(timer);
  }, [first, phone]);
  const [userId, setUserId] = useState(first);
  /** Typed instead of an account: undefined if an account is chosen. */
  const [mobile, setMobile] = useState<string>();
  const [about, setAbout] = useState<'login' | 'page' | 'data'>('page');
  const [menu, setMenu] = useState<string>();
  const [name, setName] = useState<string>();
  const [action, setAction] = useState('list');
  const [key, setKey] = useState<number>();
  const whom = mobile === undefined ? { userId } : { mobile: mobile.trim() };
  const what = {
    login: { login: true as const },
    page: { menu },
    data: { dataset: name, action, ...(key !== undefined && { key }) },
  }[about];
  const isWhom = mobile === undefined ? userId !== undefined : mobile.trim() !== '';
  const complete = isWhom && (about === 'login' || (about === 'page' ? menu : name) !== undefined);
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: (asked: typeof what) => send(accessCalls.explain, { body: { ...whom, ...asked } }),
  });
  /** An answer belongs to its question: it disappears when the question changes. */
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      reset();
      set(value);
    };

  return (
    <div className={styles.panel}>
      <form
        className={styles.form}
        aria-label={t('access.title')}
        onSubmit={event => {
          event.preventDefault();
          if (complete) mutate(what);
        }}
      >
        <div>
          <div className={styles.whom}>
            <label htmlFor={`${id}-user`}>{t(mobile === undefined ? 'access.user' : 'access.mobile')}</label>
            <Button
              type="link"
              size="small"
              onClick={() => change(setMobile)(mobile === undefined ? '' : undefined)}
            >
              {t(mobile === undefined ? 'access.byMobile' : 'access.byAccount')}
            </Button>
          </div>
          {mobile === undefined ? (
            <RowPicker
              id={`${id}-user`}
              dataset={adminUser}
              values={userId === undefined ? [] : [userId]}
              multiple={false}
              names={noNames}
              where={{}}
              placeholder={t('access.chooseUser')}
              disabled={false}
              onChange={change(([chosen]: number[]) => setUserId(chosen))}
            />
          ) : (
            <Input
              id={`${id}-user`}
              inputMode="tel"
              maxLength={20}
              placeholder={t('access.typeMobile')}
              value={mobile}
              onChange={event => change(setMobile)(event.target.value)}
            />
          )}
        </div>
        <Segmented
          value={about}
          options={[
            { value: 'login', label: t('access.login') },
            { value: 'page', label: t('access.page') },
            { value: 'data', label: t('access.data') },
          ]}
          onChange={change(setAbout)}
        />
        {about === 'page' && (
          <div ref={pageField}>
            <label htmlFor={`${id}-menu`}>{t('access.page')}</label>
            <Select
              id={`${id}-menu`}
              style={{ width: '100%' }}
              showSearch={searchByLabel}
              placeholder={t('access.choosePage')}
              value={menu ?? null}
              options={pages.map(({ path, title, groups }) => ({
                value: path,
                label: [...groups, title].join(' / '),
              }))}
              onChange={change((path: string) => {
                setMenu(path);
                if (isWhom) mutate({ menu: path });
              })}
            />
          </div>
        )}
        {about === 'data' && (
          <DataQuestion
            asked={{ name, action, key }}
            onChange={change(next => {
              setName(next.name);
              setAction(next.action);
              setKey(next.key);
            })}
          />
        )}
        <Button type="primary" htmlType="submit" disabled={!complete} loading={isPending}>
          {t('access.ask')}
        </Button>
      </form>
      {data ? <Verdict explanation={data} /> : <p className={styles.intro}>{t('access.intro')}</p>}
    </div>
  );
}

/** An action of a dataset, and the row that it is about. */
interface AskedData {
  readonly name: string | undefined;
  readonly action: string;
  readonly key: number | undefined;
}

interface DataQuestionProps {
  readonly asked: AskedData;
  readonly onChange: (asked: AskedData) => void;
}

/** Asks which action of which dataset it is about, and of which row. */
function DataQuestion({ asked, onChange }: DataQuestionProps) {
  const { t } = useTranslation('trust');
  const language = useLanguage();
  const id = useId();
  const dataset = datasets.find(one => one.name === asked.name);
  return (
    <>
      <div>
        <label htmlFor={`${id}-data`}>{t('access.data')}</label>
        <Select
          id={`${id}-data`}
          style={{ width: '100%' }}
          showSearch={searchByLabel}
          placeholder={t('access.chooseData')}
          value={asked.name ?? null}
          options={datasets.map(one => ({ value: one.name, label: one.label[language] }))}
          onChange={(name: string) => onChange({ ...asked, name, action: 'list' })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-action`}>{t('access.action')}</label>
        <Select
          id={`${id}-action`}
          style={{ width: '100%' }}
          value={asked.action}
          options={(dataset?.permissions.actions ?? ['list' as const]).map(one => ({
            value: one as string,
            label: actionLabels[one][language],
          }))}
          onChange={(action: string) => onChange({ ...asked, action })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-key`}>{dataset?.fields[dataset.key]?.label[language] ?? 'ID'}</label>
        <InputNumber
          id={`${id}-key`}
          style={{ width: '100%' }}
          min={1}
          precision={0}
          controls={false}
          placeholder={t('access.anyRow')}
          value={asked.key ?? null}
          onChange={(key: number | null) => onChange({ ...asked, key: key ?? undefined })}
        />
      </div>
    </>
  );
}
