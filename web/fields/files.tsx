import { PaperClipOutlined } from '@ant-design/icons';
import type { FilesField } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldView } from './field-view.ts';
import { fileKinds } from './file.tsx';
import styles from './files/many-files.module.css';
import { Empty } from './parts/Empty.tsx';
import { ManyFilesInput } from './parts/later-inputs.ts';
import { pathsOf } from './parts/values.ts';
import { useFieldServices } from './services.ts';

/**
 * One file, downloaded on a click: under its original name right after the upload, later named by position and type.
 */
function Download({
  path,
  place,
  name,
}: {
  readonly path: string;
  readonly place: number;
  readonly name?: string | undefined;
}) {
  const { t } = useTranslation('engine');
  const { saveFile } = useFieldServices();
  const ending = path.slice(path.lastIndexOf('.') + 1).toUpperCase();
  return (
    <Button
      type="link"
      size="small"
      icon={<PaperClipOutlined aria-hidden />}
      onClick={event => {
        event.stopPropagation(); // a click on the row opens its details
        void saveFile(path);
      }}
    >
      {name ?? t('fields.fileAt', { place: place + 1, kind: ending })}
    </Button>
  );
}

/** Files in order, each downloaded on a click. */
export const files: FieldView<FilesField> = {
  Cell: ({ value }) => {
    const paths = pathsOf(value);
    const [first] = paths;
    if (first === undefined) return <Empty />;
    return (
      <span className={styles.stack}>
        <Download path={first} place={0} />
        {paths.length > 1 && <span className={styles.count}>+{paths.length - 1}</span>}
      </span>
    );
  },
  Detail: ({ value }) => {
    const paths = pathsOf(value);
    if (paths.length === 0) return <Empty />;
    return (
      <span className={styles.grid}>
        {paths.map((path, place) => (
          <Download key={path} path={path} place={place} />
        ))}
      </span>
    );
  },
  Input: props => (
    <ManyFilesInput
      {...props}
      accept={fileKinds}
      maxBytes={limits.documentBytes}
      show={(path, place, name) => <Download path={path} place={place} name={name} />}
    />
  ),
  columnWidth: () => 160,
  align: 'left',
  sortable: false,
  wide: () => true,
};
