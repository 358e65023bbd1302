import { useQuery } from '@tanstack/react-query';
import { courseCalls, type PlayableLesson } from '@yikao/model/contexts/teaching/course.calls.ts';
import { Alert, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../../engine/api/hosts.ts';
import { callHeaders, send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { settledSession } from '../../../engine/session/session.ts';
import styles from './PlayDialog.module.css';

/** Plays a lesson with the name of the viewer over it (domain J2, J3). */
export function PlayDialog({
  lessonId,
  onClose,
}: {
  readonly lessonId: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('teaching');
  const read = useQuery({
    queryKey: ['row', 'lesson', 'play', lessonId],
    queryFn: ({ signal }) => send(courseCalls.play, { query: { lessonId }, signal, toast: false }),
    // A playback is made again each time; its address ends.
    gcTime: 0,
    retry: false,
  });
  const { data } = read;
  return (
    <Dialog title={data?.lessonName ?? t('play.title')} width={860} centered footer={null} onClose={onClose}>
      {read.isPending && <Skeleton active />}
      {read.isError && <Alert type="error" showIcon title={read.error.message} />}
      {data?.note && <Alert className={styles.note ?? ''} type="info" showIcon title={data.note} />}
      {data && data.form !== 'none' && data.url !== null && <Player lesson={data} url={data.url} />}
      {data?.form === 'none' && !data.note && <Alert type="info" showIcon title={t('play.none')} />}
    </Dialog>
  );
}

/** The picture with the watermark over it. */
function Player({ lesson, url }: { readonly lesson: PlayableLesson; readonly url: string }) {
  const { t } = useTranslation('teaching');
  const [broken, setBroken] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const address = addressOf(courseCalls.media, url);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (lesson.form === 'file') {
      element.src = address;
      return;
    }
    let stopped = false;
    let stop = () => {};
    const begin = async () => {
      const [{ default: Hls }, session] = await Promise.all([import('hls.js/light'), settledSession()]);
      if (stopped) return;
      if (!Hls.isSupported()) return setBroken(true);
      const player = new Hls({
        // The key is given to the session of the viewer alone.
        xhrSetup: request => {
          for (const [name, value] of Object.entries(callHeaders(session?.token))) {
            request.setRequestHeader(name, value);
          }
        },
      });
      player.on(Hls.Events.ERROR, (_, { fatal }) => {
        if (fatal) setBroken(true);
      });
      player.loadSource(address);
      player.attachMedia(element);
      stop = () => player.destroy();
    };
    void begin().catch(() => setBroken(true));
    return () => {
      stopped = true;
      stop();
    };
  }, [address, lesson.form]);
  return (
    <>
      {broken && <Alert className={styles.note ?? ''} type="error" showIcon title={t('play.broken')} />}
      <div className={styles.stage}>
        {/* biome-ignore lint/a11y/useMediaCaption: the videos of the courses have no captions to offer */}
        <video
          ref={video}
          className={styles.video}
          controls
          controlsList="nodownload"
          disablePictureInPicture
          playsInline
          aria-label={lesson.lessonName}
          onError={() => setBroken(true)}
        />
        <span className={styles.watermark} aria-hidden>
          {lesson.watermark}
        </span>
      </div>
    </>
  );
}
