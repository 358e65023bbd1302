import { registry } from '@yikao/model/contexts/datasets.ts';
import { liveStatus as liveStatuses } from '@yikao/model/contexts/teaching/teaching.codes.ts';
import { Alert, Button, Input, Popconfirm, Skeleton } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may, mayChange } from '../../../engine/access/may.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { listAddress } from '../../../engine/link/page-address.ts';
import { can } from '../../../engine/session/session.ts';
import { PageLink } from '../../../engine/tab/PageLink.tsx';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { CodeTag, ToneTag } from '../../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { textOf } from '../../../fields/parts/values.ts';
import styles from './LivePanel.module.css';
import { useLiveTime } from './live-time.ts';
import { type Live, useLive } from './use-live.ts';

const { live: rooms, liveRoomGoods } = registry;

/** Code of goods that are up. */
const up = 1;

/** Runs a room: start and stop, the push address, the figures, and the goods of which one is explained (domain J5, J6). */
export function LivePanel({ liveId, onClose }: { readonly liveId: number; readonly onClose: () => void }) {
  const { t } = useTranslation('teaching');
  const live = useLive(liveId);
  const { data: room } = live.room;
  return (
    <Dialog
      title={room ? t('live.title', { name: textOf(room.title) }) : t('live.panel')}
      width={860}
      centered
      styles={{ body: { maxHeight: 'calc(100dvh - 140px)', overflow: 'auto' } }}
      footer={null}
      onClose={onClose}
    >
      {live.room.isPending && <Skeleton active />}
      {live.room.isError && <Alert type="error" showIcon title={live.room.error.message} />}
      {live.problem !== undefined && (
        <Alert className={styles.block ?? ''} type="warning" showIcon role="alert" title={live.problem} />
      )}
      {room && (
        <>
          <Head live={live} room={room} />
          <RoomFigures room={room} />
          {live.living && can('wish:live:start') && <Push live={live} />}
          <Goods live={live} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

/** The state with the timer, and the steps of the room. */
function Head({ live, room }: { readonly live: Live; readonly room: FieldRecord }) {
  const { t } = useTranslation('teaching');
  const time = useLiveTime(live.living ? textOf(room.startTime) : undefined);
  const runs = live.busy !== undefined;
  const { liveStatus } = room;
  return (
    <div className={styles.head}>
      <CodeTag of={rooms.fields.liveStatus.of} value={liveStatus} />
      {time !== undefined && (
        <time className={styles.timer} title={t('live.timer')}>
          {time}
        </time>
      )}
      <span className={styles.hint}>
        {live.living
          ? t('live.stopsAt', { time: textOf(room.stopDue) })
          : t('live.planned', { time: textOf(room.planStartTime) })}
      </span>
      <span className={styles.steps}>
        {liveStatus === liveStatuses.is.idle && can('wish:live:start') && mayChange(rooms) && (
          <Button type="primary" loading={runs} onClick={() => void live.takeInRoom('start')}>
            {t('live.start')}
          </Button>
        )}
        {live.living && can('wish:live:stop') && mayChange(rooms) && (
          <Popconfirm title={t('live.stopAsk')} onConfirm={() => void live.takeInRoom('stop')}>
            <Button danger loading={runs}>
              {t('live.stop')}
            </Button>
          </Popconfirm>
        )}
        {liveStatus === liveStatuses.is.ended && can('wish:live:start') && mayChange(rooms) && (
          <Button loading={runs} onClick={() => void live.takeInRoom('reopen')}>
            {t('live.reopen')}
          </Button>
        )}
      </span>
    </div>
  );
}

/** The figures of views and deals. */
function RoomFigures({ room }: { readonly room: FieldRecord }) {
  const { t } = useTranslation('teaching');
  const money = Number(room.orderAmount ?? 0).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const figures = [
    [t('live.views'), String(room.viewNum ?? 0)],
    [t('live.peak'), String(room.peakNum ?? 0)],
    [t('live.deals'), String(room.dealNum ?? 0)],
    [t('live.amount'), `¥${money}`],
  ] as const;
  return (
    <div className={styles.block}>
      <Figures look="boxes" of={figures} />
    </div>
  );
}

/** The push address in the two parts that broadcasting programs ask for; the signed one is hidden until it is wanted. */
function Push({ live }: { readonly live: Live }) {
  const { t } = useTranslation('teaching');
  const id = useId();
  const { data, isError, error } = live.push;
  if (isError) return <Alert className={styles.block ?? ''} type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active paragraph={{ rows: 1 }} />;
  if (data.server === null || data.streamKey === null) {
    return <Alert className={styles.block ?? ''} type="info" showIcon title={t('live.noPush')} />;
  }
  return (
    <div className={styles.push}>
      <div>
        <label htmlFor={`${id}-server`}>{t('live.server')}</label>
        <Input id={`${id}-server`} readOnly value={data.server} />
      </div>
      <div>
        <label htmlFor={`${id}-key`}>{t('live.streamKey')}</label>
        <Input.Password id={`${id}-key`} readOnly value={data.streamKey} autoComplete="off" />
      </div>
      <p className={styles.hint}>{t('live.pushHint', { time: data.expireTime })}</p>
    </div>
  );
}

/** The goods of the room, with the one that is being explained. */
function Goods({ live, onClose }: { readonly live: Live; readonly onClose: () => void }) {
  const { t } = useTranslation('teaching');
  const { data: goods } = live.goods;
  if (!goods) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (goods.length === 0)
    return (
      <EmptyState size="small" title={t('live.noGoods')} hint={t('live.noGoodsHint')}>
        {may(liveRoomGoods, 'add') && (
          <PageLink to={listAddress(liveRoomGoods)} onFollow={onClose}>
            {t('live.addGoods')}
          </PageLink>
        )}
      </EmptyState>
    );
  return (
    <ul className={styles.goods} aria-label={t('live.goods')}>
      {goods.map(row => (
        <GoodsRow key={Number(row.id)} live={live} row={row} />
      ))}
    </ul>
  );
}

function GoodsRow({ live, row }: { readonly live: Live; readonly row: FieldRecord }) {
  const { t } = useTranslation('teaching');
  const id = Number(row.id);
  const name = textOf(row.goodsName);
  const isUp = row.upStatus === up;
  const explained = row.explainFlag === 1;
  const stock = Number(row.stock ?? -1);
  const editable = can('base:livegoods:update') && mayChange(liveRoomGoods);
  const busy = (step: string) => live.busy === `${step}/${id}`;
  return (
    <li className={styles.row} data-explained={explained || undefined}>
      <span className={styles.name}>
        {name}
        {explained && <ToneTag tone="act" text={t('live.explained')} />}
        {!isUp && <ToneTag tone="plain" text={t('live.down')} />}
      </span>
      <span className={styles.number}>
        {row.livePrice === null || row.livePrice === undefined
          ? t('live.ownPrice')
          : `¥${Number(row.livePrice).toFixed(2)}`}
      </span>
      <span className={styles.number}>
        {stock < 0 ? t('live.unlimited') : stock === 0 ? t('live.soldOut') : t('live.left', { count: stock })}
      </span>
      {editable && (
        <span className={styles.steps}>
          {isUp && live.living && (
            <Button
              size="small"
              type={explained ? 'default' : 'primary'}
              loading={busy(explained ? 'unexplain' : 'explain')}
              aria-label={t(explained ? 'live.unexplainOf' : 'live.explainOf', { name })}
              onClick={() => void live.takeWithGoods(explained ? 'unexplain' : 'explain', id)}
            >
              {t(explained ? 'live.unexplain' : 'live.explain')}
            </Button>
          )}
          <Button
            size="small"
            loading={busy(isUp ? 'off' : 'on')}
            aria-label={t(isUp ? 'live.offOf' : 'live.onOf', { name })}
            onClick={() => void live.takeWithGoods(isUp ? 'off' : 'on', id)}
          >
            {t(isUp ? 'live.off' : 'live.on')}
          </Button>
        </span>
      )}
    </li>
  );
}
