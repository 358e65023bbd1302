/** Bounds that server and browser both read; each is named once. */
export const limits = {
  /** Characters of a remark (spec section 9). */
  remark: 64,
  /** Characters of a batch remark, the label of an import (spec section 2, import dialog). */
  importBatch: 64,
  /** Characters of an ordinary name. */
  name: 64,
  /** Characters of a short name. */
  shortName: 32,
  /** Characters of what somebody writes in a public consultation. */
  consultation: 200,
  /** Characters of an article's title (domain L1). */
  title: 128,
  /** Characters of the further mobile numbers of a person: twenty of them. */
  otherMobiles: 260,
  /** Characters of an address. */
  address: 128,
  /** Characters of a setting's value. */
  parameter: 255,
  /** Characters of a path or a web address. */
  path: 255,
  /** Most pictures of other sites that one article brings in, and bytes of all of them together. */
  articlePictures: 100,
  articlePictureBytes: 60 * 1024 * 1024,
  /** Bytes of a page of an official account, and milliseconds for it (domain L1: 2 MB, 10 s). */
  officialPageBytes: 2 * 1024 * 1024,
  officialPageMs: 10_000,
  /** Milliseconds for which the link to a preview of an article opens. */
  previewMs: 10 * 60_000,
  /** Characters of the address of another site's picture, as far as it is noted. */
  pictureUrl: 1_000,
  /** Characters of the address of another site's page (domain L4). */
  pageUrl: 1_000,
  /** Bytes of a page that the crawler reads, and seconds in which it has to come. */
  crawlPageBytes: 5 * 1024 * 1024,
  crawlPageSeconds: 20,
  /** Most items of one list page that the crawler follows. */
  crawlItems: 200,
  /** Characters of plain multi-line text. */
  longText: 4_000,
  /** Characters of the words in one rich-text field, without its markup: what a person wrote is what is bounded. */
  richTextWords: 200_000,
  /** Characters of sanitised HTML in one rich-text field: editors of official accounts style each paragraph at length. */
  richText: 4_000_000,
  /** Bytes of one uploaded workbook (spec section 9: 200 MB). */
  workbookBytes: 200 * 1024 * 1024,
  /** Bytes of an image in the editor: jpeg or gif (spec section 9: 1 MB). */
  editorImageBytes: 1024 * 1024,
  /** Bytes of a video in the editor: mp4 or rmvb (spec section 9: 20 MB). */
  editorVideoBytes: 20 * 1024 * 1024,
  /** Bytes of an image of an image field: jpeg, png, gif or webp (domain 4.14). */
  imageBytes: 5 * 1024 * 1024,
  /** Bytes of a video of a course (domain 0.7, 15: 2 GB), and of one piece of it in the file store. */
  courseVideoBytes: 2 * 1024 * 1024 * 1024,
  courseVideoPieceBytes: 4 * 1024 * 1024,
  /** Days after its last part for which an unfinished upload can be continued. */
  courseUploadDays: 7,
  /** Tallest picture of a converted video, and milliseconds for which a playback goes on. */
  videoHeightMax: 1080,
  playbackMs: 6 * 3_600_000,
  /** Milliseconds within which a push address of a live room begins a stream; it is made again while the room is live. */
  pushAddressMs: 10 * 60_000,
  /** Hours after which a live room stops by itself (domain 3.12). */
  liveHours: 12,
  /** Bytes of the recording of a call: an hour of telephone sound. */
  recordingBytes: 64 * 1024 * 1024,
  /** Most lines of a table inside a row. */
  linesMax: 100,
  /** Most columns of children in one file: a mark sheet has about a dozen. */
  childColumnsMax: 200,
  /** Most files in a field, and bytes of a document stored with a row. */
  filesMax: 9,
  documentBytes: 20 * 1024 * 1024,
  /** Pixels of a side of a poster, at least and at most, and of the whole picture: 2160 × 3840. */
  posterSideMin: 200,
  posterSideMax: 4_000,
  posterPixels: 8_294_400,
  /** Smallest side of a QR code that phones still read from paper, in pixels. */
  posterQrMin: 80,
  /** Most texts on a poster, and characters of one. */
  posterTexts: 50,
  posterText: 200,
  /** Most rows that are put in order at once, and that an app is given at once. */
  orderedRows: 200,
  /**
   * Bytes kept free on each disk: below that, uploads, imports, exports and other large writes wait, so that people can
   * still save their input. On a small disk it is a share of the space.
   */
  diskReserveBytes: 512 * 1024 * 1024,
  diskReserveShare: 0.1,
  /**
   * Most visits an app may report at once, and days after which a visit is too old to be distinguished from a repeat.
   */
  visitsMax: 1_000,
  visitDays: 7,
  /** Most days of a line or a ranking of the dashboards. */
  statDays: 366,
  /** Filters of a list that are in sight, unless its dataset declares another number. */
  openFilters: 4,
  /** Default rows per list page (spec section 9). */
  pageSize: 10,
  /** Most rows of a list page; larger requests are reduced to it. */
  pageSizeMax: 200,
  /** First rows of each item on the home page, and the number up to which its rows are counted. */
  waitingRows: 10,
  waitingCount: 999,
  /** Days for which an import with refused rows waits on the home page. */
  waitingJobDays: 3,
  /** Days ahead that the work lists of the home page count as near. */
  waitingSoonDays: 7,
  /** Highest page number; pages past the last one are empty. */
  pageMax: 10_000_000,
  /** Number of preceding rows from which a page is found by key and returns a cursor for the next one. */
  keyedFrom: 1_000,
  /** Most descendants shown for the top rows of one page of a tree. */
  treeMax: 10_000,
  /** Changes of a dataset per page. */
  changesPage: 20,
  /** Most ids one call may carry; a larger set is a batch job with a condition. */
  idsMax: 1_000,
  /** Most options in one look-up, and most results of a keyword search (domain C1: 20). */
  optionsMax: 2_000,
  searchMax: 20,
  /** Most tickets per call and per print (domain section 5); larger sets are printed in parts. */
  printMax: 600,
  /** Digits of a mobile number (spec section 9). */
  mobile: 11,
  /** Characters of a password: at least eight where common ones are refused (OWASP ASVS 2.1; spec section 5 asks for six). */
  passwordMin: 8,
  /** Characters of the password that an operator gives the first administrator, who changes it (spec section 5). */
  firstPasswordMin: 6,
  passwordMax: 64,
  /** Digits of a code of the second factor, and seconds for which one is shown (RFC 6238). */
  secondFactorDigits: 6,
  secondFactorSeconds: 30,
  /** Recovery codes a person is given, and characters of each without its hyphen. */
  recoveryCodes: 10,
  recoveryCode: 10,
  /** Most API tokens per person, and their longest validity in days. */
  apiTokens: 20,
  apiTokenDays: 365,
  /** Milliseconds after which a device without logins is forgotten. */
  knownDeviceMs: 180 * 86_400_000,
  /** Most rows that take a step all together or not at all; they are one transaction. */
  stepAllRows: 20_000,
  /** Milliseconds for which a call waits for one with the same `idempotency-key` that is still on its way. */
  callUnderwayMs: 10_000,
  /** Milliseconds for which the answer to a call with an `idempotency-key` is stored. */
  keptAnswerMs: 7 * 86_400_000,
  /** Milliseconds for which a vendor's notice is remembered: longer than vendors repeat one or dispute a payment. */
  keptNoticeMs: 400 * 86_400_000,
  /** Calls per minute for one API token. */
  apiTokenCalls: 600,
  /** Number of recent passwords, including the current one, that may not be set again. */
  passwordsRemembered: 5,
  /** Milliseconds after which the browser aborts a call (spec section 9: 60 s). */
  requestTimeoutMs: 60_000,
  /** Rows of the job table in the dialogs (spec section 9). */
  jobPageSize: 5,
  /** Milliseconds between two looks at the running jobs (spec section 9). */
  jobRefreshMs: 2_000,
  /** Milliseconds after which a running job's progress is no longer shown (spec section 9: 30 min). */
  jobProgressMs: 30 * 60 * 1000,
  /** Most activation codes of one rule (domain G2), of one purchase, and drawn on demand by one call. */
  codesMax: 1_000_000,
  codesOrdered: 200_000,
  codesDrawn: 100,
  /** Rows a list counts exactly at once; beyond that it shows an estimate until the count is done. */
  exactTotal: 10_000,
  /** Most rows counted for the tab of one state. */
  countedPerState: 100_000,
  /** Most lines of a settlement in its preview and printed statement; the sums cover the rest. */
  statementLines: 2_000,
  /** Most choices of a voluntary list; no batch of any province allows as many. */
  listChoices: 200,
  /** Default and largest number of groups in a call for sums; longest range in days. */
  groups: 20,
  groupsMax: 1_000,
  groupDays: 800,
} as const;
