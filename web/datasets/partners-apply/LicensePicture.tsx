import { useQuery } from '@tanstack/react-query';
import { partnersApply } from '@yikao/model/datasets/partner/partners-apply.ts';
import { Image, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../engine/api/hosts.ts';
import { callHeaders } from '../../engine/api/request.ts';
import { readSession } from '../../engine/session/session.ts';

/** The licence of an application: fetched with the person's token, since nobody else may see it. */
export function LicensePicture({ applyId }: { readonly applyId: number }) {
  const { t } = useTranslation('partner');
  const [url, setUrl] = useState<string>();
  const { data, isError } = useQuery({
    queryKey: ['license', applyId],
    queryFn: async ({ signal }) => {
      const response = await fetch(addressOf(`${partnersApply.path}/license?applyId=${applyId}`), {
        headers: callHeaders(readSession()?.token),
        signal,
      });
      if (!response.ok) throw new Error(`Status ${response.status}`);
      return response.blob();
    },
    // The picture is out of memory as soon as nobody looks at it.
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
