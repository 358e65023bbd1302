import { PictureOutlined } from '@ant-design/icons';
import type { ImagesField } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import { Suspense } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { lazyCode } from '../loading/lazy-code.ts';
import type { CellProps, FieldView } from './field-view.ts';
import styles from './files/many-files.module.css';
import { StoredImage } from './files/StoredImage.tsx';
import { imageKinds } from './image.tsx';
import { Empty } from './parts/Empty.tsx';
import fields from './parts/fields.module.css';
import { ManyFilesInput } from './parts/later-inputs.ts';
import { pathsOf } from './parts/values.ts';

// The viewer for pictures is loaded when one is first enlarged.
const Pictures = lazyCode(() => import('./files/Pictures.tsx'), 'Pictures');

function FirstOf({ field, value }: Pick<CellProps<ImagesField>, 'field' | 'value'>) {
  const language = useLanguage();
  const [first, ...others] = pathsOf(value);
  if (first === undefined) return <Empty />;
  return (
    <span className={styles.stack}>
      <StoredImage path={first} alt={field.label[language]} className={fields.thumb ?? ''} />
      {others.length > 0 && <span className={styles.count}>+{others.length}</span>}
    </span>
  );
}

/** Images in order: lists show the first, the drawer all of them. */
export const images: FieldView<ImagesField> = {
  Cell: FirstOf,
  Detail: ({ field, value }) => {
    const paths = pathsOf(value);
    if (paths.length === 0) return <Empty />;
    return (
      <Suspense fallback={<PictureOutlined aria-hidden />}>
        <Pictures label={field.label} paths={paths} />
      </Suspense>
    );
  },
  Input: props => (
    <ManyFilesInput
      {...props}
      accept={imageKinds}
      maxBytes={limits.imageBytes}
      show={path => (
        <Suspense fallback={<PictureOutlined aria-hidden />}>
          <Pictures label={props.field.label} paths={[path]} />
        </Suspense>
      )}
    />
  ),
  columnWidth: () => 88,
  align: 'center',
  sortable: false,
  wide: () => true,
};
