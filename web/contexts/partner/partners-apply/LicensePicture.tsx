import { useQuery } from '@tanstack/react-query';
import { registrationCalls } from '@yikao/model/contexts/partner/registration.calls.ts';
import { Image, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile } from '../../../engine/api/transfer.ts';

/** The licence of an application: fetched with the person's token, since others may not see it. */
export function LicensePicture({ applyId }: { readonly applyId: number }) {
  const { t } = useTranslation('partner');
  const [url, setUrl] = useState<string>();
  const { data, isError } = useQuery({
    queryKey: ['license', applyId],
    queryFn: async ({ signal }) => {
      const response = await fetchFile(registrationCalls.license, { query: { applyId } }, signal);
      return response.blob();
    },
    // The picture is released as soon as it is no longer shown.
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (isError) return <>{t('review.licenseFailed')}</>;
  if (!url) return <Skeleton.Image active />;
  return <Image src={url} alt={t('review.license')} height={160} />;
}
