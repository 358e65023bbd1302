/** Bounds of a document of questions; a paper of 300 questions with 40 pictures has about 10 MB. */
export const docxLimits = {
  /** Bytes of the file, the same as of every document that is uploaded. */
  fileBytes: 20 * 1024 * 1024,
  /** Parts within it. */
  parts: 3_000,
  /** Unpacked bytes of a part of XML, and of all parts together. */
  xmlBytes: 24 * 1024 * 1024,
  totalBytes: 120 * 1024 * 1024,
  /** Unpacked to packed bytes of a part of XML, looked at from {@link ratioFromBytes} on. */
  ratio: 250,
  ratioFromBytes: 2 * 1024 * 1024,
  /** Pictures that are read. */
  pictures: 200,
  /** Megabytes of JavaScript heap of the process that reads, and milliseconds after which it is ended. */
  heapMegabytes: 384,
  patienceMs: 40_000,
} as const;
