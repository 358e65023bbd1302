/** Every reason why a document cannot be read as a paper, with what to do. The list is closed. */
export const docxErrors = {
  oldWord: {
    zh: '这是旧版 .doc 或加了密码的文件，请在 Word 或 WPS 中取消密码并另存为 .docx 再上传',
    en: 'it is an old .doc or has a password; remove the password, save it as .docx in Word or WPS and upload that',
  },
  notDocx: {
    zh: '不是 Word 文档，请在 Word 或 WPS 中另存为 .docx，或把文字粘贴到文本框',
    en: 'it is no Word document; save it as .docx in Word or WPS, or paste its text',
  },
  damaged: {
    zh: '文件已损坏，请在 Word 或 WPS 中打开并另存后再上传',
    en: 'the file is damaged; open it in Word or WPS, save it and upload it again',
  },
  tooLarge: {
    zh: '文件太大或太复杂，请分成几份，或把文字粘贴到文本框',
    en: 'the file is too large or too complex; divide it, or paste its text',
  },
  empty: {
    zh: '文档里没有文字，可能是扫描的图片；请用文字版的试卷',
    en: 'there is no text in the document, perhaps only scanned pictures; use a paper with text',
  },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>;

/** One of the closed list of reasons. */
export type DocxErrorCode = keyof typeof docxErrors;

/** A document that cannot be read. */
export class DocxError extends Error {
  override readonly name = 'DocxError';
  readonly code: DocxErrorCode;

  constructor(code: DocxErrorCode, detail: string, cause?: unknown) {
    super(`${code}: ${detail}`, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
