import { leadCalls } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { Button, DatePicker, Flex, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { unlessRefused } from '../../../engine/api/unless-refused.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { usePhone } from '../../../engine/use-media.ts';

/** Code of `followType` for a telephone call. */
const byTelephone = 1;

/** A note on the call, with the time of the next one. */
export function CallNote({ leadId }: { readonly leadId: number }) {
  const { t } = useTranslation('reach');
  const phone = usePhone();
  const [content, setContent] = useState('');
  const [next, setNext] = useState<Dayjs | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await unlessRefused(async () => {
      const nextFollowTime = next?.format('YYYY-MM-DD HH:mm:ss') ?? null;
      await send(leadCalls.follow, { body: { leadId, followType: byTelephone, content, nextFollowTime } });
      notice.success(t('call.noteDone'));
      setContent('');
      setNext(null);
      await refreshRows(registry.lead, registry.leadFollow);
    }).finally(() => setBusy(false));
  };
  return (
    <Flex vertical gap={8}>
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
    </Flex>
  );
}
