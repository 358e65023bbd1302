import { fileCalls, storedFile } from '@yikao/model/calls/files.ts';
import type { ReactNode } from 'react';
import { type FieldServices, FieldServicesContext } from '../fields/services.ts';
import { notice } from './api/notice.ts';
import { callAddress } from './api/send.ts';
import { download, fetchFile, upload } from './api/transfer.ts';
import { listOptions } from './calls/dataset-calls.ts';
import { copyText } from './clipboard.ts';

const services: FieldServices = {
  options: listOptions,
  uploadFile: (file, onProgress) => upload(fileCalls.uploadDocument, file, { onProgress, toast: false }),
  uploadMedia: (file, onProgress, signal) =>
    upload(fileCalls.uploadMedia, file, {
      toast: false,
      ...(onProgress && { onProgress }),
      ...(signal && { signal }),
    }),
  imageUrl: path => callAddress(fileCalls.read, storedFile(path)),
  loadImage: async (path, signal) => (await fetchFile(fileCalls.read, storedFile(path), signal)).blob(),
  saveFile: path => download(fileCalls.read, storedFile(path)),
  copy: text => void copyText(text),
  warn: text => notice.warning(text),
};

/** Provides the fields below it with the server calls they need. */
export function FieldServicesProvider({ children }: { readonly children: ReactNode }) {
  return <FieldServicesContext value={services}>{children}</FieldServicesContext>;
}
