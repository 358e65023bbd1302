import type { RichTextField } from '@yikao/model/kernel/field.ts';
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { lazyCode } from '../loading/lazy-code.ts';
import type { FieldView } from './field-view.ts';
import { CutText } from './parts/CutText.tsx';
import { Empty } from './parts/Empty.tsx';
import { plainText, textOf } from './parts/values.ts';

// The editor and the sanitiser are loaded with the first screen that needs them.
const RichTextEditor = lazyCode(() => import('./rich-text/RichTextEditor.tsx'), 'RichTextEditor');
const RichText = lazyCode(() => import('./rich-text/RichText.tsx'), 'RichText');

/** Characters of an excerpt in a list. */
const excerptMax = 200;

/** HTML: an excerpt in lists, rendered in the drawer, an editor in forms. */
export const richText: FieldView<RichTextField> = {
  Cell: ({ value }) => <CutText text={plainText(textOf(value)).slice(0, excerptMax)} />,
  Detail: ({ value }) => {
    const html = textOf(value);
    if (!html) return <Empty />;
    return (
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 2 }} />}>
        <RichText html={html} />
      </Suspense>
    );
  },
  Input: props => (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
      <RichTextEditor {...props} />
    </Suspense>
  ),
  columnWidth: () => 220,
  align: 'left',
  sortable: false,
  wide: () => true,
};
