import { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { RichTextField } from '@yikao/model/kernel/field.ts';
import { Modal } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import fieldStyles from '../parts/fields.module.css';
import { textOf } from '../parts/values.ts';
import { useFieldServices } from '../services.ts';
import { cleanBody } from './clean-html.ts';
import { documentExtensions } from './document/extensions.ts';
import { insertFiles, pasting } from './document/paste.ts';
import { readDocument } from './document/read-html.ts';
import { writeHtml } from './document/write-html.ts';
import { editorMedia, isConvertible, jpegOf, mediaProblem } from './editor-media.ts';
import styles from './RichTextEditor.module.css';
import { insertVideo } from './toolbar/blocks.ts';
import { EditorToolbar } from './toolbar/EditorToolbar.tsx';
import { shortcuts } from './toolbar/shortcuts.ts';

/** Checks and stores a picture or a video: its address, or undefined where the person was told why not. */
type StoreMedia = (kind: 'image' | 'video', file: File) => Promise<string | undefined>;

/** The upload of the editor, with a question about pictures that have to be turned into JPEG, and where it is drawn. */
function useMedia() {
  const { t } = useTranslation('engine');
  const services = useFieldServices();
  const [modal, questions] = Modal.useModal();
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
  const store: StoreMedia = async (kind, chosen) => {
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
  };
  return { store, questions };
}

/**
 * The rich-text editor. What is pasted keeps its styles and pictures, as far as the list of
 * `model/rules/rich-text/elements.ts` allows them; pictures and videos are checked and uploaded. It holds its own document
 * and reports every change to the form; a new document needs a new key. A document that is again as it was at first
 * reports the text that it was made of, so that nothing counts as changed.
 */
export function RichTextEditor(props: InputProps<RichTextField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  const media = useMedia();
  const area = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [empty, setEmpty] = useState(textOf(value) === '');
  const [full, setFull] = useState(false);
  const label = field.label[language];

  const start = useEffectEvent(() => textOf(value));
  const tell = useEffectEvent((doc: Node, first: Node, text: string) => {
    const html = doc.eq(first) ? text : writeHtml(doc);
    setEmpty(html === '');
    if (html !== textOf(value)) onChange(html || null);
  });
  const store = useEffectEvent((kind: 'image' | 'video', file: File) => media.store(kind, file));
  const locked = useEffectEvent(() => disabled);

  useEffect(() => {
    if (!area.current) return undefined;
    const text = start();
    const made = new Editor({
      element: area.current,
      extensions: [...documentExtensions, shortcuts, pasting(file => store('image', file))],
      content: readDocument(cleanBody(text)),
      editable: !locked(),
      injectCSS: false,
      onUpdate: ({ editor: { state } }) => tell(state.doc, first, text),
    });
    const first = made.state.doc;
    setEditor(made);
    return () => {
      setEditor(undefined);
      made.destroy();
    };
  }, []);

  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);

  useEffect(() => {
    const attributes = {
      id,
      class: fieldStyles.rich ?? '',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-describedby': describedBy,
      ...(invalid && { 'aria-invalid': 'true' }),
    };
    editor?.setOptions({ editorProps: { attributes } });
  }, [editor, id, label, describedBy, invalid]);

  const addFiles = async (kind: 'image' | 'video', files: readonly File[]) => {
    if (!editor) return;
    if (kind === 'image') {
      await insertFiles(editor.view, files, file => media.store('image', file));
      return;
    }
    for (const file of files) {
      const address = await media.store('video', file);
      if (address !== undefined && !editor.isDestroyed)
        insertVideo(address)(editor.state, editor.view.dispatch);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and layout
    <div
      className={styles.frame}
      data-invalid={invalid}
      data-disabled={disabled}
      data-full={full}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !full) return;
        // The dialog around the editor stays open.
        event.stopPropagation();
        setFull(false);
      }}
    >
      {media.questions}
      {editor && !disabled && (
        <EditorToolbar
          editor={editor}
          label={label}
          full={full}
          onFull={setFull}
          onFiles={(kind, files) => void addFiles(kind, files)}
        />
      )}
      <div
        ref={area}
        className={styles.area}
        data-empty={empty && !disabled}
        data-hint={t('fields.enter', { label })}
      />
    </div>
  );
}
