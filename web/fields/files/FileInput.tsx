import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import type { FileField, ImageField } from '@yikao/model/kernel/field.ts';
import { Button, Progress } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../field-view.ts';
import styles from '../parts/fields.module.css';
import { useUploads } from './use-uploads.ts';

/** Properties of an input, with its accepted types and its display. */
export interface FileInputProps extends InputProps<FileField | ImageField> {
  readonly accept: string;
  /** Most bytes a file may have. */
  readonly max: number;
  /** Content before the buttons: the current file. */
  readonly children: ReactNode;
}

/** Uploads one file and keeps its path. */
export function FileInput({
  id,
  value,
  onChange,
  disabled,
  describedBy,
  accept,
  max,
  children,
  onUploads,
}: FileInputProps) {
  const { t } = useTranslation('engine');
  const chooser = useRef<HTMLInputElement>(null);
  const { share, send } = useUploads(max, onUploads);
  return (
    <div className={styles.picture}>
      {children}
      <div className={styles.buttons}>
        <Button
          id={id}
          icon={<UploadOutlined aria-hidden />}
          loading={share !== undefined}
          disabled={disabled}
          aria-describedby={describedBy}
          onClick={() => chooser.current?.click()}
        >
          {t('fields.upload')}
        </Button>
        {typeof value === 'string' && value !== '' && !disabled && (
          <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onChange(null)}>
            {t('fields.remove')}
          </Button>
        )}
        {share !== undefined && <Progress size="small" percent={Math.round(share * 100)} />}
      </div>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        hidden
        onChange={event => {
          void send([...(event.target.files ?? [])], path => onChange(path));
          event.target.value = ''; // the same file may be chosen again
        }}
      />
    </div>
  );
}
