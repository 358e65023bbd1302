import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldServices } from '../services.ts';

/** Files on their way to the server. */
export interface Uploads {
  /** Share of the current upload, 0 to 1; undefined without one. */
  readonly share: number | undefined;
  /** Uploads files in sequence; calls `done` with the path and name of each. */
  send(files: readonly File[], done: (path: string, name: string) => void): Promise<void>;
}

/**
 * Uploads files of at most `max` bytes; larger and failed ones are reported, and the others continue. `onUploads` is
 * called with the number of those left.
 */
export function useUploads(max: number, onUploads: (count: number) => void = () => {}): Uploads {
  const { t } = useTranslation('engine');
  const services = useFieldServices();
  const [share, setShare] = useState<number>();
  const busy = useRef(false);
  return {
    share,
    async send(files, done) {
      if (busy.current) return;
      busy.current = true;
      for (const [index, file] of files.entries()) {
        onUploads(files.length - index);
        if (file.size > max) {
          services.warn(t('fields.fileSize', { max: max / 1024 / 1024 }));
          continue;
        }
        setShare(0);
        try {
          done(await services.uploadFile(file, setShare), file.name);
        } catch {
          services.warn(t('fields.uploadFailed', { name: file.name }));
        }
      }
      onUploads(0);
      setShare(undefined);
      busy.current = false;
    },
  };
}
