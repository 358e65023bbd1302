import { useState } from 'react';

/** The files of several inputs that are on their way to the server. */
export interface UploadCount {
  /** Their number. */
  readonly uploads: number;
  /** Notes the number of those of the input `name`. */
  noteUploads(name: string, count: number): void;
}

/** Counts the files that a save has to wait for. */
export function useUploadCount(): UploadCount {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  return {
    uploads: Object.values(counts).reduce((sum, count) => sum + count, 0),
    noteUploads: (name, count) => setCounts(old => ({ ...old, [name]: count })),
  };
}
