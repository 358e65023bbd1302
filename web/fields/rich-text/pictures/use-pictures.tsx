import type { Editor } from '@tiptap/core';
import { Modal } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldServices } from '../../services.ts';
import { readCaret } from '../document/caret.ts';
import { LeftOut } from './left-out.ts';
import { PicturesReport } from './PicturesReport.tsx';
import { storePictures } from './store-pictures.ts';
import { pictureProgress, type WaitingPicture } from './waiting-pictures.ts';

/** The pictures of an editor. */
interface Pictures {
  /** Stores pictures whose places are in the document of `editor`, and names those that were not stored. */
  take(editor: Editor, pictures: readonly WaitingPicture[], leftOut: LeftOut): void;
  /** Notes the number of places in the document. */
  setWaiting(count: number): void;
  /** The number of places in the document. */
  readonly waiting: number;
  /** The note to the person, below the toolbar. */
  readonly report: ReactNode;
}

/** Controls the pictures of an editor. */
export function usePictures(): Pictures {
  const { t } = useTranslation('engine');
  const services = useFieldServices();
  const [modal, question] = Modal.useModal();
  const [waiting, setWaiting] = useState(0);
  const [leftOut, setLeftOut] = useState(new LeftOut());
  const gone = useRef<AbortController>(undefined);

  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    return () => controller.abort();
  }, []);

  const mayConvert = async (names: readonly string[]) => {
    const [name = ''] = names;
    const title =
      names.length === 1 ? t('fields.asJpeg', { name }) : t('fields.asJpegMany', { count: names.length });
    return modal.confirm({ title, content: t('fields.asJpegText'), okText: t('fields.asJpegYes') });
  };

  return {
    waiting,
    setWaiting,
    take(editor, pictures, left) {
      // Of a paste whose pictures are still on their way, the person has not read everything.
      setLeftOut(old => (waiting > 0 ? old.with(left) : left));
      const signal = gone.current?.signal;
      void storePictures(pictures, {
        mayConvert,
        upload: (file, onProgress) => services.uploadMedia(file, onProgress, signal),
        tell(id, progress) {
          if (editor.isDestroyed) return;
          readCaret(editor.view);
          editor.view.dispatch(pictureProgress(editor.state, id, progress));
        },
      }).then(more => {
        if (signal?.aborted !== true && !more.isNone) setLeftOut(old => old.with(more));
      });
    },
    report: (
      <>
        {question}
        <PicturesReport {...{ waiting, leftOut }} onClose={() => setLeftOut(new LeftOut())} />
      </>
    ),
  };
}
