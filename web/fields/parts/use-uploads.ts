import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldServices } from '../services.ts';

/** Files on their way to the server. */
export interface Uploads {
  /** Share of the file that is being sent, 0 to 1; undefined while none is. */
  readonly share: number | undefined;
  /** Sends files one after the other; `done` is told the path and the name of each as it arrives. */
  send(files: readonly File[], done: (path: string, name: string) => void): Promise<void>;
}

/** Uploads files of at most `max` bytes; those that are larger or fail are told, and the others go on. */
export function useUploads(max: number): Uploads {
  const { t } = useTranslation('engine');
  const services = useFieldServices();
  const [share, setShare] = useState<number>();
  const busy = useRef(false);
  return {
    share,
    async send(files, done) {
      if (busy.current) return;
      busy.current = true;
      for (const file of files) {
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
      setShare(undefined);
      busy.current = false;
    },
  };
}
