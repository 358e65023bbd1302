import type { registry } from '@yikao/model/contexts/datasets.ts';
import { ttMountStatus } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { Alert, Flex, Statistic, Steps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { WireRow } from '../../../engine/wire-row.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { AnchorPreview } from './AnchorPreview.tsx';
import styles from './MountProgress.module.css';

/** The states of a mount in their order. */
const way: readonly number[] = [0, 1, 2, 4];

/** The place on the way at which a rejected or unbound mount left it. */
const leftAt: Readonly<Record<number, number>> = { 3: 1, 5: 3 };

/** The way of a mount onto its video, with the phone and the figures (domain 10). */
export function MountProgress({ row }: { readonly row: WireRow<typeof registry.ttMount.fields> }) {
  const { t } = useTranslation('tiktok');
  const language = useLanguage();
  const status = row.mountStatus ?? 0;
  const nameOf = (code: number) => ttMountStatus.items.find(one => one.code === code)?.label[language] ?? '';
  const at = leftAt[status] ?? way.indexOf(status);
  const aside = status in leftAt;
  return (
    <Flex vertical gap={16}>
      <Steps
        size="small"
        titlePlacement="vertical"
        current={at}
        status={
          status === ttMountStatus.is.rejected
            ? 'error'
            : status === ttMountStatus.is.mounted
              ? 'finish'
              : 'process'
        }
        items={way.map((state, place) => ({ title: nameOf(place === at && aside ? status : state) }))}
      />
      {status === ttMountStatus.is.rejected && row.rejectReason && (
        <Alert type="error" showIcon title={row.rejectReason} />
      )}
      <div className={styles.both}>
        <AnchorPreview anchor={row.mountTitle} video={row.videoTitle} />
        <div className={styles.figures}>
          <Statistic title={t('views')} value={row.viewNum ?? 0} />
          <Statistic title={t('clicks')} value={row.clickNum ?? 0} />
          <Statistic title={t('deals')} value={row.dealNum ?? 0} />
        </div>
      </div>
    </Flex>
  );
}
