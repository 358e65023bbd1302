/** Bounds that server and browser both read; each is named once (house rule 15). */
export const limits = {
  /** Characters of a remark (spec section 9). */
  remark: 64,
  /** Characters of a batch remark, the label of one import (spec section 2, import dialog). */
  importBatch: 64,
  /** Characters of an ordinary name. */
  name: 64,
  /** Characters of a short name. */
  shortName: 32,
  /** Characters of an address. */
  address: 128,
  /** Characters of a setting's value. */
  parameter: 255,
  /** Characters of a path or a web address. */
  path: 255,
  /** Characters of plain multi-line text. */
  longText: 4_000,
  /** Characters of sanitised HTML in one rich-text field. */
  richText: 200_000,
  /** Bytes of one uploaded workbook (spec section 9: 200 MB). */
  workbookBytes: 200 * 1024 * 1024,
  /** Bytes of an image put into the editor: jpeg or gif (spec section 9: 1 MB). */
  editorImageBytes: 1024 * 1024,
  /** Bytes of a video put into the editor: mp4 or rmvb (spec section 9: 20 MB). */
  editorVideoBytes: 20 * 1024 * 1024,
  /** Bytes of an image of an image field: jpeg, png, gif or webp (domain 4.14). */
  imageBytes: 5 * 1024 * 1024,
  /** Most lines of a table inside a row. */
  linesMax: 100,
  /** Most files of a field that holds several, and bytes of a document that is kept with a row. */
  filesMax: 9,
  documentBytes: 20 * 1024 * 1024,
  /**
   * Bytes that stay free on each disk: with less, uploads, imports, exports and other large writes wait, so that there is
   * room for what people type. Of a small disk it is a share.
   */
  diskReserveBytes: 512 * 1024 * 1024,
  diskReserveShare: 0.1,
  /** Visits that an app may tell of at once, and days after which one is too old to be told from a repetition. */
  visitsMax: 1_000,
  visitDays: 7,
  /** Most days of a line or a ranking of the dashboards. */
  statDays: 366,
  /** Rows of a list page unless the person chose otherwise (spec section 9). */
  pageSize: 10,
  /** Most rows of a list page; whoever asks for more gets as many. */
  pageSizeMax: 200,
  /** Highest page that may be asked for; those past the last one are empty. */
  pageMax: 10_000_000,
  /** Rows that lie before a page from which on it is found by keys, and says by which place the next one goes on. */
  keyedFrom: 1_000,
  /** Most rows beneath the top rows of one page of a tree. */
  treeMax: 10_000,
  /** Most ids one call may carry; a larger set is a batch job with a condition. */
  idsMax: 1_000,
  /** Most options one look-up answers, and what a keyword search gives (domain C1: 20). */
  optionsMax: 2_000,
  searchMax: 20,
  /** Most tickets that one call gives and one print takes (domain section 5); more are printed in parts. */
  printMax: 600,
  /** Digits of a mobile number (spec section 9). */
  mobile: 11,
  /** Characters of a password (spec section 5). */
  passwordMin: 6,
  passwordMax: 64,
  /** Digits of a code of the second factor, and seconds for which one is shown (RFC 6238). */
  secondFactorDigits: 6,
  secondFactorSeconds: 30,
  /** Recovery codes a person is given, and characters of each without its hyphen. */
  recoveryCodes: 10,
  recoveryCode: 10,
  /** API tokens one person may have, and days for which one may be good. */
  apiTokens: 20,
  apiTokenDays: 365,
  /** Milliseconds after which a device that nobody logs in from is no longer known. */
  knownDeviceMs: 180 * 86_400_000,
  /** Most rows that take a step all together or not at all; they are one transaction. */
  stepAllRows: 20_000,
  /** Milliseconds for which the answer to a call with an `idempotency-key` is kept. */
  keptAnswerMs: 7 * 86_400_000,
  /** Milliseconds for which a vendor's notice is known: longer than any vendor repeats one, or disputes a payment. */
  keptNoticeMs: 400 * 86_400_000,
  /** Calls a minute that one API token may make. */
  apiTokenCalls: 600,
  /** Passwords a person had last, the present one among them, of which none may be set again. */
  passwordsRemembered: 5,
  /** Milliseconds after which the browser gives a call up (spec section 9: 60 s). */
  requestTimeoutMs: 60_000,
  /** Rows of the job table in the dialogs (spec section 9). */
  jobPageSize: 5,
  /** Milliseconds between two looks at the running jobs (spec section 9). */
  jobRefreshMs: 2_000,
  /** Milliseconds after which a running job's progress is no longer shown (spec section 9: 30 min). */
  jobProgressMs: 30 * 60 * 1000,
  /** Rows a list counts exactly at once; past it an estimate stands until they are counted (architecture section 6). */
  exactTotal: 10_000,
  /** Rows up to which those of one state are counted for its tab. */
  countedPerState: 100_000,
  /** Lines of a settlement that its preview shows and its statement prints; past it the sums stand for the rest. */
  statementLines: 2_000,
  /** Most choices of a voluntary list; no batch of any province allows as many. */
  listChoices: 200,
  /** Groups that one call for sums answers unless told otherwise, and at most; days from the first to the last. */
  groups: 20,
  groupsMax: 1_000,
  groupDays: 800,
} as const;
