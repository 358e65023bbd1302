import '@wangeditor-next/editor/dist/css/style.css';
import { createEditor, createToolbar, type IDomEditor, i18nChangeLanguage } from '@wangeditor-next/editor';
import type { RichTextField } from '@yikao/model/kernel/field.ts';
import { Modal } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import { textOf } from '../parts/values.ts';
import { useFieldServices } from '../services.ts';
import { convertible, editorMedia, isConvertible, jpegOf, mediaProblem } from './editor-media.ts';
import { cleanHtml } from './RichText.tsx';
import styles from './RichTextEditor.module.css';

/** Font sizes on offer (spec section 9; the union of its sources, domain Q55). */
const fontSizes = [9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32].map(size => `${size}px`);

/** Omitted buttons: the server would remove their result, or they need an outside service. */
const excluded = ['emotion', 'insertVideo', 'group-more-style', 'codeBlock', 'todo', 'fullScreen'];

/** Groups of the toolbar, which the editor draws without a name. */
const groups = ['justify', 'indent', 'image', 'video'] as const;

/**
 * Names each rendered button, including those floating next to a table: the editor shows only icons, with names as
 * tooltips.
 */
function nameButtons(
  frame: HTMLElement,
  nameOf: (group: (typeof groups)[number]) => string,
): MutationObserver {
  const name = () => {
    for (const button of frame.querySelectorAll<HTMLElement>('button')) {
      const group = groups.find(one => button.dataset.menuKey === `group-${one}`);
      const tooltip = button.dataset.tooltip?.split('\n')[0];
      const own = group ? nameOf(group) : tooltip;
      // A button shows the current size or font, which is part of its accessible name.
      const shown = button.textContent?.trim() ?? '';
      if (own) button.setAttribute('aria-label', shown.includes(own) ? shown : `${own} ${shown}`.trim());
    }
  };
  const observer = new MutationObserver(name);
  observer.observe(frame, { childList: true, subtree: true });
  return observer;
}

/**
 * The rich-text editor: in the current language, with images and videos checked and uploaded, and pasted text
 * sanitised. It holds its own document and reports every change to the form; a new document needs a new key.
 */
export function RichTextEditor(props: InputProps<RichTextField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  const services = useFieldServices();
  const [modal, questions] = Modal.useModal();
  const frameRef = useRef<HTMLDivElement>(null);
  const toolbarRef = useRef<HTMLDivElement>(null);
  const areaRef = useRef<HTMLDivElement>(null);
  const editorRef = useRef<IDomEditor>(undefined);
  const label = field.label[language];

  const tell = useEffectEvent((editor: IDomEditor) => {
    const html = editor.isEmpty() ? '' : editor.getHtml();
    if (html !== textOf(value)) onChange(html || null);
  });
  const start = useEffectEvent(() => cleanHtml(textOf(value)));
  const asJpeg = (file: File) =>
    new Promise<File | undefined>(resolve => {
      modal.confirm({
        title: t('fields.asJpeg', { name: file.name }),
        content: t('fields.asJpegText'),
        okText: t('fields.asJpegYes'),
        onOk: () =>
          jpegOf(file).then(resolve, () => {
            services.warn(t('fields.imageKind'));
            resolve(undefined);
          }),
        onCancel: () => resolve(undefined),
      });
    });
  const uploaded = useEffectEvent(async (kind: 'image' | 'video', chosen: File) => {
    const file = kind === 'image' && isConvertible(chosen) ? await asJpeg(chosen) : chosen;
    if (!file) return undefined;
    const problem = mediaProblem(kind, file);
    if (problem) {
      const max = editorMedia[kind].bytes / 1024 / 1024;
      services.warn(t(problem === 'kind' ? `fields.${kind}Kind` : `fields.${kind}Size`, { max }));
      return undefined;
    }
    try {
      return await services.uploadMedia(file);
    } catch {
      services.warn(t('fields.uploadFailed', { name: file.name }));
      return undefined;
    }
  });
  const locked = useEffectEvent(() => disabled);
  const warn = useEffectEvent((text: string) => services.warn(text));

  useEffect(() => {
    // Created with a delay, because an editor that is removed at once fails on its own pending work.
    let naming: MutationObserver | undefined;
    const soon = setTimeout(() => {
      if (!frameRef.current || !toolbarRef.current || !areaRef.current) return;
      i18nChangeLanguage(language === 'en' ? 'en' : 'zh-CN');
      const editor = createEditor({
        selector: areaRef.current,
        html: start() || '<p><br></p>',
        mode: 'default',
        config: {
          readOnly: locked(),
          autoFocus: false,
          scroll: true,
          placeholder: t('fields.enter', { label }),
          onChange: tell,
          customAlert: warn,
          sanitizeHtml: cleanHtml,
          MENU_CONF: {
            fontSize: { fontSizeList: fontSizes },
            uploadImage: {
              base64LimitSize: 0,
              allowedFileTypes: [...editorMedia.image.types, ...convertible],
              customUpload: async (file, insert) => {
                const url = await uploaded('image', file);
                if (url) await insert(url, file.name, '');
              },
            },
            uploadVideo: {
              allowedFileTypes: ['.mp4', '.rmvb', ...editorMedia.video.types],
              customUpload: async (file, insert) => {
                const url = await uploaded('video', file);
                if (url) await insert(url);
              },
            },
          },
        },
      });
      naming = nameButtons(frameRef.current, group => t(`fields.editorGroups.${group}`));
      createToolbar({
        editor,
        selector: toolbarRef.current,
        mode: 'default',
        config: { excludeKeys: excluded },
      });
      editorRef.current = editor;
      // The editor uses a role that does not exist.
      const text = areaRef.current.querySelector('[data-slate-editor]');
      text?.setAttribute('role', 'textbox');
      text?.setAttribute('aria-multiline', 'true');
      text?.setAttribute('aria-label', label);
    });
    return () => {
      clearTimeout(soon);
      naming?.disconnect();
      editorRef.current?.destroy(); // takes its toolbar along
      editorRef.current = undefined;
    };
  }, [language, label, t]);

  useEffect(() => {
    if (disabled) editorRef.current?.disable();
    else editorRef.current?.enable();
  }, [disabled]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and layout
    <div
      ref={frameRef}
      className={styles.frame}
      data-invalid={invalid}
      data-disabled={disabled}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
    >
      {questions}
      <div ref={toolbarRef} className={styles.toolbar} hidden={disabled} />
      <div ref={areaRef} id={id} className={styles.area} />
    </div>
  );
}
