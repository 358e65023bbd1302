import { PlayCircleOutlined } from '@ant-design/icons';
import { reachCalls } from '@yikao/model/contexts/reach/reach.calls.ts';
import { Button, Popover } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { fetchFile } from '../../engine/api/transfer.ts';
import styles from './reach.module.css';

/** The recording of a call: fetched on demand, then played from any place on beside its button. */
export function RecordingPlayer({ callId }: { readonly callId: number }) {
  const { t } = useTranslation('reach');
  const [url, setUrl] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  const load = async () => {
    if (url !== undefined) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await fetchFile(reachCalls.record, { query: { callId } });
      setUrl(URL.createObjectURL(await answer.blob()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the clicks from the row, no more
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row has no keyboard action to keep keys from
    <span onClick={event => event.stopPropagation()} onDoubleClick={event => event.stopPropagation()}>
      <Popover
        open={url !== undefined}
        onOpenChange={open => {
          if (!open) setUrl(undefined);
        }}
        trigger="click"
        placement="top"
        content={
          // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said
          <audio className={styles.player} src={url} controls autoPlay aria-label={t('recording.player')} />
        }
      >
        <Button
          size="small"
          icon={<PlayCircleOutlined aria-hidden />}
          loading={busy}
          onClick={() => void load()}
        >
          {t('recording.play')}
        </Button>
      </Popover>
      {problem !== undefined && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
