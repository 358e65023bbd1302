import { PictureOutlined } from '@ant-design/icons';
import type { ImageField } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import { useLanguage } from '../i18n/i18n.ts';
import type { CellProps, FieldView, InputProps } from './field-view.ts';
import { StoredImage } from './files/StoredImage.tsx';
import { Empty } from './parts/Empty.tsx';
import styles from './parts/fields.module.css';
import { FileInput } from './parts/later-inputs.ts';
import { textOf } from './parts/values.ts';

/** The kinds of files an image field accepts, in a file chooser's notation. */
export const imageKinds = 'image/jpeg,image/png,image/gif,image/webp';

function Picture({
  field,
  value,
  className,
}: Pick<CellProps<ImageField>, 'field' | 'value'> & { className?: string }) {
  const language = useLanguage();
  const path = textOf(value);
  if (!path) return <Empty />;
  return <StoredImage path={path} alt={field.label[language]} {...(className && { className })} />;
}

function ImageInput(props: InputProps<ImageField>) {
  return (
    <FileInput {...props} accept={imageKinds} max={limits.imageBytes}>
      <span className={styles.frame}>
        {props.value ? <Picture field={props.field} value={props.value} /> : <PictureOutlined aria-hidden />}
      </span>
    </FileInput>
  );
}

/** An uploaded image: a thumbnail in lists. */
export const image: FieldView<ImageField> = {
  Cell: props => <Picture {...props} className={styles.thumb ?? ''} />,
  Detail: props => <Picture {...props} className={styles.large ?? ''} />,
  Input: ImageInput,
  columnWidth: () => 72,
  align: 'center',
  sortable: false,
};
