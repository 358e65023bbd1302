import { useQuery } from '@tanstack/react-query';
import { lectureCalls } from '@yikao/model/contexts/teaching/lecture.calls.ts';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { callAddress, callHeaders, inSession } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';

/** A registration whose picture is shown. */
interface Shown {
  readonly id: number;
  readonly name: string;
}

async function readPicture(id: number, signal: AbortSignal): Promise<string> {
  const text = await inSession(
    async token => {
      const address = callAddress(lectureCalls.signPicture, { query: { id } });
      const response = await fetch(address, { headers: callHeaders(token), signal });
      if (!response.ok) throw new Error(`Answered ${response.status}`);
      return response.text();
    },
    { inHand: false, signal },
  );
  return `data:image/svg+xml;utf8,${encodeURIComponent(text)}`;
}

/** The QR picture by which somebody is signed in at a lecture. */
export function QrDialog({
  apply: { id, name },
  onClose,
}: {
  readonly apply: Shown;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('teaching');
  const read = useQuery({
    queryKey: ['row', 'lectureApply', 'qr', id],
    queryFn: ({ signal }) => readPicture(id, signal),
    retry: false,
  });
  return (
    <Dialog title={t('sign.qrOf', { name })} footer={null} width={360} onClose={onClose}>
      {read.isPending && <Skeleton.Image active />}
      {read.isError && <Alert type="error" showIcon title={t('sign.qrFailed')} />}
      {read.data !== undefined && (
        <img
          src={read.data}
          alt={t('sign.qrOf', { name })}
          style={{ display: 'block', width: '100%', background: '#fff', borderRadius: 6 }}
        />
      )}
    </Dialog>
  );
}
