import { DownloadOutlined } from '@ant-design/icons';
import { posterCalls } from '@yikao/model/contexts/content/poster.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { field, label } from '@yikao/model/kernel/language.ts';
import { Alert, Button, Flex } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile, saveAs } from '../../../engine/api/transfer.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useAttempt } from '../../../engine/dialogs/use-attempt.ts';
import { AskedInput } from '../../../engine/form/AskedInput.tsx';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { isBlank, textOf } from '../../../fields/parts/values.ts';
import styles from './design.module.css';

const { poster } = registry;

const channelOf = field.ref({ label: label('渠道', 'Channel'), to: 'channel', required: true });

interface PosterPictureProps {
  readonly posterId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** A drawn picture with its address in this page. */
interface Drawn {
  readonly blob: Blob;
  readonly url: string;
  readonly channel: string;
}

/** Draws a poster for a channel, to be looked at and downloaded; each drawing counts as a use. */
export function PosterPicture({ posterId, name, onClose }: PosterPictureProps) {
  const { t } = useTranslation(['display', 'common']);
  const [values, setValues] = useState<FieldRecord>({});
  const { busy, problem, setProblem, attempt } = useAttempt();
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => () => void (drawn && URL.revokeObjectURL(drawn.url)), [drawn]);
  const draw = async () => {
    const channelId = Number(values.channelId);
    if (isBlank(values.channelId)) return setProblem(t('poster.chooseChannel'));
    await attempt(async () => {
      const answer = await fetchFile(posterCalls.render, { query: { posterId, channelId } });
      const blob = await answer.blob();
      const channel = textOf(values.channelName) || String(channelId);
      setDrawn({ blob, url: URL.createObjectURL(blob), channel });
      void refreshRows(poster);
    });
  };
  return (
    <Dialog
      title={t('poster.getOf', { name })}
      width={520}
      tall
      mask={{ closable: false }}
      onClose={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        drawn && (
          <Button
            key="save"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveAs(drawn.blob, `${name}-${drawn.channel}.png`)}
          >
            {t('poster.download')}
          </Button>
        ),
        <Button key="draw" type="primary" loading={busy} onClick={() => void draw()}>
          {t('poster.draw')}
        </Button>,
      ]}
    >
      <Flex vertical gap={12}>
        <AskedInput
          field={channelOf}
          name="channelId"
          values={values}
          hint={t('poster.channelHint')}
          required
          onChange={channelId => {
            setValues({ channelId });
            setDrawn(undefined);
            setProblem(undefined);
          }}
        />
        {problem !== undefined && <Alert type="warning" showIcon title={problem} />}
        {drawn && (
          <img className={styles.drawn} src={drawn.url} alt={t('poster.drawn', { name: drawn.channel })} />
        )}
      </Flex>
    </Dialog>
  );
}
