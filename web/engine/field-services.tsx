import type { ReactNode } from 'react';
import { z } from 'zod';
import { type FieldServices, FieldServicesContext } from '../fields/services.ts';
import { addressOf } from './api/hosts.ts';
import { notice } from './api/notice.ts';
import { download, upload } from './api/transfer.ts';
import { listOptions } from './calls/dataset-calls.ts';

const path = z.string().min(1);
const storedFile = '/common/file';

const services: FieldServices = {
  options: listOptions,
  async uploadFile(file, onProgress) {
    return path.parse(await upload('/common/document/upload', file, { onProgress, toast: false }));
  },
  async uploadMedia(file) {
    return path.parse(await upload('/common/image/upload', file, { toast: false }));
  },
  imageUrl: stored => addressOf(storedFile + stored),
  saveFile: stored => download(storedFile + stored),
  warn: text => notice.warning(text),
};

/** Hands the fields beneath it what they need from the server. */
export function FieldServicesProvider({ children }: { readonly children: ReactNode }) {
  return <FieldServicesContext value={services}>{children}</FieldServicesContext>;
}
