import { PaperClipOutlined } from '@ant-design/icons';
import type { FileField } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button } from 'antd';
import type { CellProps, FieldView } from './field-view.ts';
import { Empty } from './parts/Empty.tsx';
import { FileInput } from './parts/later-inputs.ts';
import { textOf } from './parts/values.ts';
import { useFieldServices } from './services.ts';

/** The kinds of files a file field accepts, in a file chooser's notation. */
export const fileKinds = '.pdf,.pem,.crt,.xlsx,.xls,.csv,.zip,image/jpeg,image/png,image/gif,image/webp';

function FileLink({ value }: Pick<CellProps<FileField>, 'value'>) {
  const { saveFile } = useFieldServices();
  const path = textOf(value);
  if (!path) return <Empty />;
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
      {path.slice(path.lastIndexOf('/') + 1)}
    </Button>
  );
}

/** An uploaded file, which a click downloads. */
export const file: FieldView<FileField> = {
  Cell: FileLink,
  Input: props => (
    <FileInput {...props} accept={fileKinds} max={limits.documentBytes}>
      <FileLink value={props.value} />
    </FileInput>
  ),
  columnWidth: () => 180,
  align: 'left',
  sortable: false,
};
