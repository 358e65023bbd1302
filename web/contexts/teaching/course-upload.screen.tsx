import { CloudUploadOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { SizeCell } from './course-upload/SizeCell.tsx';
import { UploadFooter } from './course-upload/UploadFooter.tsx';
import { beginUploads } from './course-upload/use-uploads.ts';

const { courseUpload } = registry;

const overrides = { cells: { size: SizeCell, received: SizeCell } };

/** Videos of courses (domain J3, 10): uploaded in parts that go on after a break, watched while they are converted. */
export default function CourseUploadPage() {
  const { t } = useTranslation('teaching');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="video/mp4,.mp4,.rmvb"
        aria-label={t('upload.action')}
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          beginUploads(files, () => void refreshRows(courseUpload));
          // The same file can be chosen again, to go on with it.
          event.target.value = '';
        }}
      />
      <DatasetScreen
        dataset={courseUpload}
        overrides={overrides}
        extra={() => [
          {
            key: 'upload',
            may: 'course:upload:add',
            begins: true,
            label: t('upload.action'),
            icon: <CloudUploadOutlined aria-hidden />,
            act: () => input.current?.click(),
          },
        ]}
        footer={list => <UploadFooter list={list} />}
      />
    </>
  );
}
