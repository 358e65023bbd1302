import { EyeOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { posterCalls } from '@yikao/model/contexts/content/poster.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Alert, Button, Flex, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { useLeaveQuestion } from '../../../engine/boundary/use-leave-question.ts';
import { readRow, updateRow } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useUnsavedChanges } from '../../../engine/tab/tab-context.ts';
import { usePhone } from '../../../engine/use-media.ts';
import type { WireRow } from '../../../engine/wire-row.ts';
import { useStoredImage } from '../../../fields/files/use-stored-image.ts';
import styles from './design.module.css';
import { PartPanel } from './PartPanel.tsx';
import { Stage } from './Stage.tsx';
import { useBrokenTexts } from './use-broken-texts.ts';
import { mostTexts, type Size, useDesign } from './use-design.ts';

const { poster } = registry;

interface PosterDesignProps {
  readonly posterId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Designs a poster: code and texts are placed on the background by dragging, keys and numbers (domain section 10). */
export function PosterDesign({ posterId, name, onClose }: PosterDesignProps) {
  const { t } = useTranslation('display');
  const row = useQuery({
    queryKey: ['row', poster.name, posterId, 'design'],
    queryFn: ({ signal }) => readRow(poster, posterId, signal),
    // Somebody else's save must not take the design from under one's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (row.data) return <Designer row={row.data} name={name} onClose={onClose} />;
  return (
    <Dialog title={t('poster.designOf', { name })} footer={null} onClose={onClose}>
      {row.isError ? (
        <Alert type="error" showIcon title={t('poster.failed')} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label={t('poster.loading')} />
      )}
    </Dialog>
  );
}

/** The size of a loaded picture; undefined until known. */
function useNaturalSize(address: string | undefined): Size | undefined {
  const [known, setKnown] = useState<Size & { readonly address: string }>();
  useEffect(() => {
    if (address === undefined) return;
    const picture = document.createElement('img');
    picture.onload = () => setKnown({ address, width: picture.naturalWidth, height: picture.naturalHeight });
    picture.src = address;
    return () => {
      picture.onload = null;
    };
  }, [address]);
  return known?.address === address ? known : undefined;
}

interface DesignerProps extends Pick<PosterDesignProps, 'name' | 'onClose'> {
  readonly row: WireRow<(typeof poster)['fields']>;
}

function Designer({ row, name, onClose }: DesignerProps) {
  const { t } = useTranslation(['display', 'common']);
  const phone = usePhone();
  const ask = useLeaveQuestion();
  const background = useStoredImage(row.background ?? null);
  const size = useNaturalSize(background.url);
  const design = useDesign(row, size);
  const broken = useBrokenTexts(design.texts);
  const [busy, setBusy] = useState<'save' | 'draw'>();
  const [problem, setProblem] = useState<string>();
  const [picture, setPicture] = useState<string>();
  useUnsavedChanges(design.dirty);

  const leave = () => (design.dirty ? ask(t('poster.leave'), onClose) : onClose());
  const tryTo = async (what: 'save' | 'draw', work: () => Promise<unknown>) => {
    setBusy(what);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.reason === 'staleVersion' ? t('poster.stale') : error.sentence);
    } finally {
      setBusy(undefined);
    }
  };
  const draw = () =>
    tryTo('draw', async () => {
      const body = { background: row.background, ...design.values };
      setPicture(await send(posterCalls.preview, { body, toast: false }));
    });
  const save = () =>
    tryTo('save', async () => {
      await updateRow(poster, { posterId: row.posterId, version: row.version, ...design.values });
      notice.success(t('poster.saved'));
      void refreshRows(poster);
      onClose();
    });

  return (
    <Dialog
      title={t('poster.designOf', { name })}
      width={phone ? '100%' : 'min(1120px, 94vw)'}
      tall
      mask={{ closable: false }}
      onClose={leave}
      footer={[
        <Button
          key="draw"
          icon={<EyeOutlined aria-hidden />}
          loading={busy === 'draw'}
          disabled={!size}
          onClick={() => void draw()}
        >
          {t('poster.preview')}
        </Button>,
        <Button key="close" onClick={leave}>
          {t('common:cancel')}
        </Button>,
        may(poster, 'update') && (
          <Button
            key="save"
            type="primary"
            loading={busy === 'save'}
            disabled={!design.dirty}
            onClick={() => void save()}
          >
            {t('poster.save')}
          </Button>
        ),
      ]}
    >
      {background.broken && <Alert type="error" showIcon title={t('poster.unreadable')} />}
      {problem !== undefined && (
        <Alert type="error" showIcon title={problem} className={styles.problem ?? ''} />
      )}
      <Flex wrap gap={20} align="flex-start">
        {size && background.url !== undefined ? (
          <Stage design={design} size={size} background={background.url} broken={broken} />
        ) : (
          !background.broken && <Skeleton active className={styles.waiting ?? ''} paragraph={{ rows: 8 }} />
        )}
        <div className={styles.side}>
          <p className={styles.hint}>{t('poster.stageHint')}</p>
          <Parts design={design} broken={broken} ready={size !== undefined} />
          {size && (
            <PartPanel
              design={design}
              size={size}
              broken={new Map(design.texts.flatMap(({ key }, at) => (broken[at] ? [[key, broken[at]]] : [])))}
            />
          )}
        </div>
      </Flex>
      {picture !== undefined && <DrawnPoster picture={picture} onClose={() => setPicture(undefined)} />}
    </Dialog>
  );
}

interface PartsProps {
  readonly design: ReturnType<typeof useDesign>;
  readonly broken: ReturnType<typeof useBrokenTexts>;
  /** The background is there, so that texts can be placed on it. */
  readonly ready: boolean;
}

/** The parts of the poster, to choose one or to add a text. */
function Parts({ design, broken, ready }: PartsProps) {
  const { t } = useTranslation('display');
  return (
    <fieldset className={styles.parts}>
      <legend>{t('poster.parts')}</legend>
      <Button
        size="small"
        type={design.selected === 'qr' ? 'primary' : 'default'}
        aria-pressed={design.selected === 'qr'}
        onClick={() => design.select('qr')}
      >
        {t('poster.qr')}
      </Button>
      {design.texts.map(({ key }, at) => (
        <Button
          key={key}
          size="small"
          type={design.selected === key ? 'primary' : 'default'}
          aria-pressed={design.selected === key}
          danger={(broken[at]?.missing.length ?? 0) > 0}
          onClick={() => design.select(key)}
        >
          {t('poster.text', { place: at + 1 })}
        </Button>
      ))}
      <Button
        size="small"
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={!ready || design.texts.length >= mostTexts}
        title={design.texts.length >= mostTexts ? t('poster.tooMany', { max: mostTexts }) : ''}
        onClick={() => design.add(t('poster.newText'))}
      >
        {t('poster.add')}
      </Button>
    </fieldset>
  );
}

interface DrawnPosterProps {
  /** Address of the drawn picture. */
  readonly picture: string;
  readonly onClose: () => void;
}

/** The poster as it is drawn for a partner. */
function DrawnPoster({ picture, onClose }: DrawnPosterProps) {
  const { t } = useTranslation('display');
  return (
    <Dialog title={t('poster.previewOf')} footer={null} width={560} onClose={onClose}>
      <img className={styles.drawn} src={picture} alt={t('poster.previewOf')} />
    </Dialog>
  );
}
