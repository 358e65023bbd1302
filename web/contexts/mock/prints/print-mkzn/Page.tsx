import { GuidePage } from '../../print/GuidePages.tsx';

/** The handbook of a mock exam (domain section 5). */
export default function Page() {
  return <GuidePage />;
}
