import { z } from 'zod';
import { label } from '../kernel/label.ts';
import { call } from './call.ts';

/** Uploads and downloads (domain A9). The server decides per file who may download it. */
export const fileCalls = {
  upload: call('POST /common/file/upload', {
    also: ['POST /api/base/common/file/upload'],
    of: 'files',
    label: label('上传文件，返回路径', 'Upload a file; answers its path'),
    may: 'person',
    upload: { field: 'file' },
    data: z.string().min(1),
    message: 'uploaded',
    audit: 'upload',
    fails: ['badRequest', 'wrongFileKind', 'tooLarge', 'diskFull'],
    service: 'base',
  }),
  /** Types of files that a file field takes: documents and certificates, too. */
  uploadDocument: call('POST /common/document/upload', {
    of: 'files',
    label: label('上传附件，返回路径', 'Upload a file of a row; answers its path'),
    may: 'person',
    upload: { field: 'file' },
    data: z.string().min(1),
    message: 'uploaded',
    audit: 'upload',
    fails: ['badRequest', 'wrongFileKind', 'tooLarge', 'diskFull'],
    service: 'base',
  }),
  /** Types of pictures allowed in rich text: stricter than for a file. */
  uploadMedia: call('POST /common/image/upload', {
    of: 'files',
    label: label(
      '编辑器图片与视频，返回可显示的地址',
      'Images and videos of the editor; answers the address to show',
    ),
    may: 'person',
    upload: { field: 'file' },
    data: z.string().min(1),
    message: 'uploaded',
    audit: 'upload',
    fails: ['badRequest', 'wrongFileKind', 'tooLarge', 'diskFull'],
    service: 'base',
  }),
  read: call('GET /common/file/*', {
    of: 'files',
    label: label('读取文件', 'Read a file'),
    may: 'public',
    answers: 'file',
    audit: 'download',
    fails: ['unauthenticated', 'forbidden', 'notFound'],
  }),
} as const;

/** Parameters of {@link fileCalls} `read` for a path as an upload answers it, which begins with a slash. */
export function storedFile(path: string) {
  return { params: { '*': path.replace(/^\//, '') } } as const;
}
