import { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { RichTextField } from '@yikao/model/kernel/field.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import fieldStyles from '../parts/fields.module.css';
import { textOf } from '../parts/values.ts';
import { useFieldServices } from '../services.ts';
import { cleanBody } from './clean-html.ts';
import { documentExtensions } from './document/extensions.ts';
import { pasting, placeFiles } from './document/paste.ts';
import { readDocument } from './document/read-html.ts';
import { writeHtml } from './document/write-html.ts';
import { editorMedia, mediaProblem } from './editor-media.ts';
import { LeftOut } from './pictures/left-out.ts';
import { usePictures } from './pictures/use-pictures.tsx';
import { countWaiting, waitingPictures } from './pictures/waiting-pictures.ts';
import styles from './RichTextEditor.module.css';
import { insertVideo } from './toolbar/blocks.ts';
import { EditorToolbar } from './toolbar/EditorToolbar.tsx';
import { shortcuts } from './toolbar/shortcuts.ts';

/** Checks and stores videos: the address of each, or undefined where the person was notified why not. */
function useVideos(): (file: File) => Promise<string | undefined> {
  const { t } = useTranslation('engine');
  const services = useFieldServices();
  return async file => {
    const problem = mediaProblem('video', file);
    if (problem) {
      const max = editorMedia.video.bytes / 1024 / 1024;
      services.warn(problem === 'kind' ? t('fields.videoKind') : t('fields.videoSize', { max }));
      return undefined;
    }
    try {
      return await services.uploadMedia(file);
    } catch {
      services.warn(t('fields.uploadFailed', { name: file.name }));
      return undefined;
    }
  };
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
  const [videos, setVideos] = useState(0);
  const pictures = usePictures();
  const storeVideo = useVideos();
  const area = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [empty, setEmpty] = useState(textOf(value) === '');
  const [full, setFull] = useState(false);
  const label = field.label[language];

  const start = useEffectEvent(() => textOf(value));
  const tell = useEffectEvent((doc: Node, first: Node, text: string) => {
    const html = doc.eq(first) ? text : writeHtml(doc);
    setEmpty(html === '');
    pictures.setWaiting(countWaiting(doc));
    if (html !== textOf(value)) onChange(html || null);
  });
  const locked = useEffectEvent(() => disabled);
  const take = useEffectEvent(pictures.take);
  const nameOf = useEffectEvent((place: number) => t('fields.pictureAt', { place }));
  const progress = useEffectEvent((name: string, percent: number) =>
    t('fields.pictureWaits', { name, percent }),
  );

  const uploads = pictures.waiting + videos;
  const tellUploads = useEffectEvent((count: number) => props.onUploads?.(count));
  useEffect(() => {
    tellUploads(uploads);
    return () => tellUploads(0);
  }, [uploads]);

  useEffect(() => {
    if (!area.current) return undefined;
    const text = start();
    const made = new Editor({
      element: area.current,
      extensions: [
        ...documentExtensions,
        shortcuts,
        waitingPictures((name, percent) => progress(name, percent)),
        pasting({ take: (found, leftOut) => take(made, found, leftOut), nameOf: place => nameOf(place) }),
      ],
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
      pictures.take(editor, placeFiles(editor.view, files), new LeftOut());
      return;
    }
    for (const [index, file] of files.entries()) {
      setVideos(files.length - index);
      const address = await storeVideo(file);
      if (address !== undefined && !editor.isDestroyed)
        insertVideo(address)(editor.state, editor.view.dispatch);
    }
    setVideos(0);
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
      {editor && !disabled && (
        <EditorToolbar
          editor={editor}
          label={label}
          full={full}
          onFull={setFull}
          onFiles={(kind, files) => void addFiles(kind, files)}
        />
      )}
      {pictures.report}
      <div
        ref={area}
        className={styles.area}
        data-empty={empty && !disabled}
        data-hint={t('fields.enter', { label })}
      />
    </div>
  );
}
