import { FieldServicesProvider } from '../../../../../engine/field-services.tsx';
import { usePageQuery } from '../../../../../engine/link/page-address.ts';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { ExplainPanel } from '../../../access/ExplainPanel.tsx';
import styles from './Page.module.css';

/** "Why can I not see this?": a person and a page or a row, and the rule that decides. */
export default function AccessPage() {
  const address = usePageQuery('/sys/access');
  const userId = Number(address.get('userId'));
  return (
    <FieldServicesProvider>
      <PageHeading />
      <div className={styles.page}>
        <ExplainPanel userId={Number.isSafeInteger(userId) && userId > 0 ? userId : undefined} />
      </div>
    </FieldServicesProvider>
  );
}
