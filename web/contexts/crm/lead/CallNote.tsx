import { useQueryClient } from '@tanstack/react-query';
import { leadCalls } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Button, DatePicker, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { usePhone } from '../../../engine/use-media.ts';
import styles from './CallNote.module.css';

/** Code of `followType` for a telephone call. */
const byTelephone = 1;

/** A note on the call, with the time of the next one. */
export function CallNote({ leadId }: { readonly leadId: number }) {
  const { t } = useTranslation('reach');
  const client = useQueryClient();
  const phone = usePhone();
  const [content, setContent] = useState('');
  const [next, setNext] = useState<Dayjs | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const nextFollowTime = next?.format('YYYY-MM-DD HH:mm:ss') ?? null;
      await send(leadCalls.follow, { body: { leadId, followType: byTelephone, content, nextFollowTime } });
      notice.success(t('call.noteDone'));
      setContent('');
      setNext(null);
      await Promise.all(
        [registry.lead, registry.leadFollow].flatMap(({ name }) =>
          ['rows', 'row'].map(area => client.invalidateQueries({ queryKey: [area, name] })),
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // shown as a toast already
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.note}>
      <Input.TextArea
        aria-label={t('call.note')}
        placeholder={t('call.noteHint')}
        // On a phone the keyboard would hide the state of the call.
        autoFocus={!phone}
        rows={2}
        maxLength={500}
        value={content}
        onChange={event => setContent(event.target.value)}
      />
      <DatePicker
        aria-label={t('call.noteNext')}
        placeholder={t('call.noteNext')}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        value={next}
        onChange={setNext}
      />
      <Button type="primary" disabled={content.trim() === ''} loading={busy} onClick={() => void save()}>
        {t('call.noteSave')}
      </Button>
    </div>
  );
}
