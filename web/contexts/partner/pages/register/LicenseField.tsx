import { PictureOutlined } from '@ant-design/icons';
import { limits } from '@yikao/model/limits.ts';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../public/Field.tsx';
import styles from './register.module.css';

const kinds = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** The picture of a licence, shown from this machine; it is sent with the form. */
export function LicenseField({
  file,
  onChange,
}: {
  readonly file: File | undefined;
  readonly onChange: (file: File | undefined) => void;
}) {
  const { t } = useTranslation('partner');
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [picture, setPicture] = useState<string>();

  useEffect(() => {
    if (!file) return setPicture(undefined);
    const url = URL.createObjectURL(file);
    setPicture(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);

  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (!kinds.includes(chosen.type)) return setProblem(t('register.licenseKind'));
    if (chosen.size > limits.imageBytes) return setProblem(t('register.licenseSize'));
    setProblem(undefined);
    onChange(chosen);
  };

  return (
    <Field id="license" label={t('register.license')} error={problem} hint={t('register.licenseHint')} wide>
      <div className={styles.license}>
        <span className={styles.picture}>
          {picture ? <img src={picture} alt={t('register.license')} /> : <PictureOutlined aria-hidden />}
        </span>
        <Button id="license" aria-describedby="license-note" onClick={() => chooser.current?.click()}>
          {t('register.licenseChoose')}
        </Button>
        {file && (
          <Button type="text" onClick={() => onChange(undefined)}>
            {t('register.licenseRemove')}
          </Button>
        )}
        <input
          ref={chooser}
          hidden
          type="file"
          accept={kinds.join(',')}
          onChange={event => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
    </Field>
  );
}
