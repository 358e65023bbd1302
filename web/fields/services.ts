import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { createContext, useContext } from 'react';
import type { FieldRecord } from './field-view.ts';

/** A look-up: search text, or known values to name, among the rows that match the conditions. */
export interface OptionQuery {
  readonly keywords?: string;
  readonly values?: readonly number[];
  /** Conditions on fields of the target. */
  readonly where: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Services that fields need. They are independent of the server; the engine supplies them. */
export interface FieldServices {
  /** Rows of `dataset` that may be referred to. */
  options(dataset: AnyDataset, query: OptionQuery, signal: AbortSignal): Promise<readonly FieldRecord[]>;
  /** Stores a file and returns its path. Calls `onProgress` with the share sent, 0 to 1. */
  uploadFile(file: File, onProgress: (share: number) => void): Promise<string>;
  /** Stores an image or a video of the editor and returns its address; `signal` ends the upload. */
  uploadMedia(file: File, onProgress?: (share: number) => void, signal?: AbortSignal): Promise<string>;
  /** The page address of a public stored image. */
  imageUrl(path: string): string;
  /** Fetches a non-public stored image with the person's session. */
  loadImage(path: string, signal: AbortSignal): Promise<Blob>;
  /** Hands a stored file to the browser's downloads. */
  saveFile(path: string): Promise<void>;
  /** Copies a text, and tells the person so. */
  copy(text: string): void;
  /** Warns the person about a problem. */
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
