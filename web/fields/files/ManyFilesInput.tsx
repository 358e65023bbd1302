import {
  CloseOutlined,
  DownOutlined,
  LeftOutlined,
  PlusOutlined,
  RightOutlined,
  UpOutlined,
} from '@ant-design/icons';
import type { FilesField, ImagesField } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Progress } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import { pathsOf } from '../parts/values.ts';
import styles from './many-files.module.css';
import { useUploads } from './use-uploads.ts';

/** Properties of an input, with its accepted types and its display. */
export interface ManyFilesInputProps extends InputProps<FilesField | ImagesField> {
  readonly accept: string;
  /** Most bytes a file may have. */
  readonly maxBytes: number;
  /** Renders a file; `name` is its original name if it was just uploaded. */
  readonly show: (path: string, place: number, name: string | undefined) => ReactNode;
}

/** `list` with the member at `from` moved to `to`. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [member] = list.slice(from, from + 1);
  const others = list.filter((_, index) => index !== from);
  return member === undefined ? [...list] : [...others.slice(0, to), member, ...others.slice(to)];
}

/**
 * Several files in order. Files are added by the button or by dropping them; they are moved by dragging, with their
 * arrows, or with the arrow keys while focused, and removed with their cross or the Delete key.
 */
export function ManyFilesInput(props: ManyFilesInputProps) {
  const { field, id, value, onChange, disabled, describedBy, accept, maxBytes, show } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const chooser = useRef<HTMLInputElement>(null);
  const tiles = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const names = useRef(new Map<string, string>());
  const { share, send } = useUploads(maxBytes, props.onUploads);
  const paths = pathsOf(value);
  const max = field.max ?? limits.filesMax;
  // Files are listed vertically, images side by side.
  const inList = field.kind === 'files';

  const change = (next: readonly string[]) => onChange(next.length === 0 ? null : next);
  const focus = (place: number) =>
    requestAnimationFrame(() => tiles.current?.querySelectorAll<HTMLElement>('[data-tile]')[place]?.focus());
  const move = (from: number, to: number) => {
    if (to < 0 || to >= paths.length || from === to) return;
    change(moved(paths, from, to));
    focus(to);
  };
  const remove = (place: number) => {
    change(paths.filter((_, index) => index !== place));
    focus(Math.min(place, paths.length - 2));
  };
  const take = (files: readonly File[]) => {
    const coming: string[] = [...paths];
    void send(files.slice(0, max - paths.length), (path, name) => {
      names.current.set(path, name);
      coming.push(path);
      change([...coming]);
    });
  };
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (disabled || event.target !== event.currentTarget) return;
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step !== undefined) move(place, place + step);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(place);
    else return;
    event.preventDefault();
  };

  return (
    // Files dragged from a folder can be dropped anywhere on the field; keyboard users have the button.
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for dropping only
    <div
      className={styles.field}
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault();
        if (!disabled && event.dataTransfer.files.length > 0) take([...event.dataTransfer.files]);
      }}
    >
      {paths.length > 0 && (
        <ul ref={tiles} className={styles.tiles} aria-label={field.label[language]} data-kind={field.kind}>
          {paths.map((path, place) => (
            <li
              key={path}
              className={styles.tile}
              data-over={over === place && dragged !== undefined && dragged !== place}
              draggable={!disabled}
              onDragStart={() => setDragged(place)}
              onDragEnd={() => {
                setDragged(undefined);
                setOver(undefined);
              }}
              onDragOver={() => setOver(place)}
              onDrop={() => dragged !== undefined && move(dragged, place)}
            >
              {/* biome-ignore lint/a11y/useSemanticElements: contains a picture with a button */}
              <div
                data-tile
                role="group"
                tabIndex={disabled ? -1 : 0}
                className={styles.shown}
                aria-label={t('fields.placeOf', { place: place + 1, count: paths.length })}
                onKeyDown={event => onKeyDown(event, place)}
              >
                {show(path, place, names.current.get(path))}
              </div>
              {!disabled && (
                <TileTools
                  {...{ place, inList }}
                  last={place === paths.length - 1}
                  onMove={by => move(place, place + by)}
                  onRemove={() => remove(place)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <Button
          id={id}
          icon={<PlusOutlined aria-hidden />}
          // The field's label would override the button's text.
          aria-label={`${field.label[language]} ${t('fields.upload')}`}
          loading={share !== undefined}
          disabled={disabled || paths.length >= max}
          aria-describedby={describedBy}
          onClick={() => chooser.current?.click()}
        >
          {t('fields.upload')}
        </Button>
        <span className={styles.count}>
          {t(paths.length > 1 ? 'fields.filesToOrder' : 'fields.filesOf', { count: paths.length, max })}
        </span>
        {share !== undefined && (
          <Progress className={styles.progress ?? ''} size="small" percent={Math.round(share * 100)} />
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        multiple
        hidden
        onChange={event => {
          take([...(event.target.files ?? [])]);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
    </div>
  );
}

interface TileToolsProps {
  readonly place: number;
  readonly last: boolean;
  readonly inList: boolean;
  /** Moves the file back (-1) or on (1). */
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Moves a file by one place, or takes it out. */
function TileTools({ place, last, inList, onMove, onRemove }: TileToolsProps) {
  const { t } = useTranslation('engine');
  return (
    <span className={styles.tools}>
      <Button
        size="small"
        type="text"
        icon={inList ? <UpOutlined aria-hidden /> : <LeftOutlined aria-hidden />}
        aria-label={t('fields.moveBack', { place: place + 1 })}
        disabled={place === 0}
        onClick={() => onMove(-1)}
      />
      <Button
        size="small"
        type="text"
        icon={inList ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        aria-label={t('fields.moveOn', { place: place + 1 })}
        disabled={last}
        onClick={() => onMove(1)}
      />
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('fields.takeOut', { place: place + 1 })}
        onClick={onRemove}
      />
    </span>
  );
}
