import { useQueryClient } from '@tanstack/react-query';
import { type ConfigRow, configCalls } from '@yikao/model/contexts/people/people.calls.ts';
import { siteKey } from '@yikao/model/contexts/shared/shared.codes.ts';
import { yesNoLabels } from '@yikao/model/fields/yes-no.ts';
import { limits } from '@yikao/model/limits.ts';
import { type Parameter, parameterTakes } from '@yikao/model/rules/parameters.ts';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../../engine/api/api-error.ts';
import { notice } from '../../../../../engine/api/notice.ts';
import { send } from '../../../../../engine/api/send.ts';
import { can } from '../../../../../engine/session/session.ts';
import { useUnsavedChanges } from '../../../../../engine/tab/tab-context.ts';
import { useLanguage } from '../../../../../i18n/i18n.ts';
import styles from './Page.module.css';

interface Props {
  readonly parameter: Parameter;
  readonly row: ConfigRow;
}

/** One parameter: its purpose, its value, and actions after a change. */
export function ParameterRow({ parameter, row }: Props) {
  const { t } = useTranslation(['people', 'messages']);
  const language = useLanguage();
  const client = useQueryClient();
  const id = useId();
  const [value, setValue] = useState(row.configValue);
  const [saving, setSaving] = useState(false);
  const text = value.trim();
  const changed = text !== row.configValue;
  const wrong = changed && !parameterTakes(parameter, text);
  const editable = can('sys:config:update');
  useUnsavedChanges(changed);

  const save = async () => {
    if (!changed || wrong) return;
    setSaving(true);
    try {
      await send(configCalls.save, {
        body: { configKey: parameter.key, configValue: text, version: row.version },
      });
      notice.success(t('messages:modified'));
      await client.invalidateQueries({ queryKey: ['config'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // shown as a toast already
      if (error.reason === 'staleVersion') await client.invalidateQueries({ queryKey: ['config'] });
    } finally {
      setSaving(false);
    }
  };

  const { kind, min, max, unit, initial } = parameter;
  const hints = [
    min !== undefined && max !== undefined ? t('config.range', { min, max }) : '',
    t('config.initial', {
      value: kind === 'yesNo' ? yesNoLabels[initial === '1' ? 1 : 0][language] : initial || t('config.none'),
    }),
  ].filter(Boolean);
  return (
    <form
      className={styles.row}
      onSubmit={event => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id}>
        {parameter.label[language]}
        <code>{parameter.key}</code>
      </label>
      <div className={styles.input}>
        <ParameterInput
          id={id}
          parameter={parameter}
          value={value}
          wrong={wrong}
          disabled={!editable || saving}
          onChange={setValue}
        />
        <div id={`${id}-text`} className={styles.text} data-error={wrong} role={wrong ? 'alert' : undefined}>
          {wrong ? t('config.wrong') : hints.join(language === 'zh' ? '，' : ', ')}
        </div>
      </div>
      {unit && <span className={styles.unit}>{unit[language]}</span>}
      <div className={styles.act}>
        {changed ? (
          <>
            <Button type="primary" htmlType="submit" loading={saving} disabled={wrong}>
              {t('config.save')}
            </Button>
            <Button onClick={() => setValue(row.configValue)}>{t('config.undo')}</Button>
          </>
        ) : (
          row.version > 1 && (
            <span className={styles.text}>{t('config.changed', { time: row.updateTime.slice(0, 16) })}</span>
          )
        )}
      </div>
    </form>
  );
}

interface InputProps {
  readonly id: string;
  readonly parameter: Parameter;
  readonly value: string;
  readonly wrong: boolean;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

function ParameterInput({ id, parameter, value, wrong, disabled, onChange }: InputProps) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  if (parameter.kind === 'site' || parameter.kind === 'yesNo') {
    const options =
      parameter.kind === 'site'
        ? siteKey.items.map(({ code, label }) => ({ value: code, label: label[language] }))
        : ([0, 1] as const).map(code => ({ value: String(code), label: yesNoLabels[code][language] }));
    return <Select id={id} value={value} disabled={disabled} options={options} onChange={onChange} />;
  }
  if (parameter.kind === 'ratio') {
    const parts = value.split(',');
    return (
      <div className={styles.ratio}>
        {(['reach', 'match', 'safe'] as const).map((name, index) => (
          <Input
            key={name}
            {...(index === 0 && { id })}
            prefix={t(`config.${name}`)}
            aria-label={t(`config.${name}`)}
            value={parts[index] ?? ''}
            inputMode="numeric"
            status={wrong ? 'error' : ''}
            disabled={disabled}
            onChange={event =>
              onChange([0, 1, 2].map(at => (at === index ? event.target.value : (parts[at] ?? ''))).join(','))
            }
          />
        ))}
      </div>
    );
  }
  const numeric = parameter.kind === 'integer' || parameter.kind === 'money' || parameter.kind === 'id';
  return (
    <Input
      id={id}
      value={value}
      inputMode={numeric ? 'decimal' : 'text'}
      count={{ max: limits.parameter }}
      status={wrong ? 'error' : ''}
      disabled={disabled}
      aria-invalid={wrong}
      aria-describedby={`${id}-text`}
      onChange={event => onChange(event.target.value)}
    />
  );
}
