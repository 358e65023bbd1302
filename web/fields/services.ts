import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { createContext, useContext } from 'react';
import type { FieldRecord } from './field-view.ts';

/** The question of a look-up: words, or the names of known values, among the rows that the conditions fit. */
export interface OptionQuery {
  readonly keywords?: string;
  readonly values?: readonly number[];
  /** Conditions on fields of the target. */
  readonly where: Readonly<Record<string, string | number | readonly string[]>>;
}

/** The services that fields need from the outside. They know no server; the engine hands these in. */
export interface FieldServices {
  /** Rows of `dataset` that may be referred to. */
  options(dataset: AnyDataset, query: OptionQuery, signal: AbortSignal): Promise<readonly FieldRecord[]>;
  /** Stores a file and gives its path. `onProgress` is told the share sent, 0 to 1. */
  uploadFile(file: File, onProgress: (share: number) => void): Promise<string>;
  /** Stores an image or a video of the editor and gives the address it is shown by. */
  uploadMedia(file: File): Promise<string>;
  /** The address by which the page shows a stored image. */
  imageUrl(path: string): string;
  /** Hands a stored file to the browser's downloads. */
  saveFile(path: string): Promise<void>;
  /** Tells the person of something that is not as it should be. */
  warn(text: string): void;
}

/** Carries {@link FieldServices} to the fields. */
export const FieldServicesContext = createContext<FieldServices | undefined>(undefined);

/**
 * The services around a field.
 *
 * @throws Error outside a provider, which is a mistake in the code.
 */
export function useFieldServices(): FieldServices {
  const services = useContext(FieldServicesContext);
  if (!services) throw new Error('A field stands outside FieldServicesContext');
  return services;
}
