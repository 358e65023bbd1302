import type { ErrorEntry } from './entry.ts';

/** Errors of calls, rows, files and the state of the machine; see `errorCatalogue` in `model/errors.ts`. */
export const callErrors = {
  badRequest: { status: 400, zh: '请求有误', en: 'Bad request' },
  invalidFields: { status: 400, zh: '提交的内容有误，请检查', en: 'Please check the fields' },
  unknownFilter: { status: 400, zh: '未知的查询条件：{name}', en: 'Unknown filter: {name}' },
  unknownSort: { status: 400, zh: '不支持按“{name}”排序', en: 'Cannot sort by "{name}"' },
  /** Thrown by `emptyCondition` of `server/engine/jobs/batch/empty-condition.ts`, which says what is missing. */
  emptyCondition: { status: 400, zh: '请先{zh}', en: '{en} first' },
  noTemplateFields: { status: 400, zh: '请至少选择一个字段', en: 'Choose at least one field' },
  notFound: { status: 404, zh: '记录不存在', en: 'Not found' },
  noSuchCall: { status: 404, zh: '请求地址出错', en: 'Address error' },
  staleVersion: {
    status: 409,
    zh: '记录已被他人修改，请核对后重新提交',
    en: 'Somebody else has changed this row; compare and submit again',
  },
  existsElsewhere: {
    status: 409,
    zh: '已存在，请联系管理员',
    en: 'It exists already; ask an administrator',
  },
  duplicate: {
    status: 409,
    zh: '与 ID {id} 重复，请改{zh}',
    en: 'The same as ID {id}; change {en}',
  },
  referenced: {
    status: 409,
    zh: '{rowsZh} 已被{byZh}引用，无法删除{restZh}',
    en: 'Referred to by {byEn}, so it cannot be deleted: {rowsEn}{restEn}',
  },
  versionGone: {
    status: 409,
    zh: '该版本无法恢复：记录此后曾被删除并重新新增，之前的值没有保留',
    en: 'This version cannot be restored: the row was deleted and added again since, and its former values are gone',
  },
  lostReference: {
    status: 409,
    zh: '记录 {id} 的{field}已被删除或不在您的数据范围内，请先恢复它',
    en: 'The {field} of row {id} has been deleted or is outside your data scope; restore that first',
  },
  callUnderway: {
    status: 409,
    retryAfter: 5,
    zh: '相同的提交正在处理，请稍后刷新查看结果，不要重复提交',
    en: 'The same request is already being processed; wait for its result instead of sending it again',
  },
  goneMeanwhile: {
    status: 409,
    zh: '{zh}（ID {id}）刚刚被删除，请重新选择',
    en: 'The {en} (ID {id}) has just been deleted; choose another one',
  },
  notAllowedNow: { status: 409, zh: '当前状态不允许该操作', en: 'This is not possible in the current state' },
  keptInState: {
    status: 409,
    zh: '记录 {id} 为“{zh}”状态，不可删除',
    en: 'Row {id} is "{en}" and cannot be deleted',
  },
  unmetNeeds: { status: 409, zh: '{zh}', en: '{en}' },
  sameFile: {
    status: 409,
    zh: '此文件已于 {time} 导入（批次 {batch}），确定再次导入？',
    en: 'This file was imported on {time} (batch {batch}). Import it again?',
  },
  tooLarge: { status: 413, zh: '文件不能超过 {max} MB', en: 'The file must be at most {max} MB' },
  bodyTooLarge: { status: 413, zh: '请求内容过大', en: 'The request is too large' },
  wrongFileKind: {
    status: 415,
    zh: '不支持的文件类型，仅支持 {kinds}',
    en: 'Unsupported file, only {kinds}',
  },
  notAWorkbook: {
    status: 415,
    zh: '文件无法读取：不是有效的表格文件，请用 Excel 或 WPS 打开后另存为 xlsx 再上传',
    en: 'The file cannot be read because it is not a workbook; open it in Excel or WPS, save it as xlsx and upload that',
  },
  uploadOffset: {
    status: 409,
    zh: '续传位置与已收到的内容不符，请重新查询后继续',
    en: 'The upload position does not match what has been received; query it again and continue from there',
  },
  uploadVersion: {
    status: 412,
    zh: '不支持的续传协议版本，仅支持 tus 1.0.0',
    en: 'Unsupported version of the upload protocol: only tus 1.0.0',
  },
  tooManyRequests: { status: 429, zh: '操作过于频繁，请稍后再试', en: 'Too many requests, try again later' },
  internal: { status: 500, zh: '服务器错误，请稍后再试', en: 'Server error, please try again later' },
  unavailable: { status: 503, zh: '服务不可用', en: 'Service unavailable' },
  databaseAway: {
    status: 503,
    retryAfter: 5,
    zh: '数据库暂时无法访问，操作未执行，请稍后重试',
    en: 'The database cannot be reached at the moment. Nothing was changed; try again shortly',
  },
  databaseLost: {
    status: 503,
    retryAfter: 5,
    zh: '与数据库的连接中断，操作是否完成无法确定，请核对后再试',
    en: 'The connection to the database broke off. Check whether your change was made before you try again',
  },
  databaseBusy: {
    status: 503,
    retryAfter: 2,
    zh: '系统繁忙，操作未执行，请稍后重试',
    en: 'The system is busy. Nothing was changed; try again in a moment',
  },
  shuttingDown: {
    status: 503,
    retryAfter: 10,
    zh: '系统正在重启，操作未执行，请稍后重试',
    en: 'The system is restarting. Nothing was changed; try again shortly',
  },
  storeAway: {
    status: 503,
    retryAfter: 10,
    zh: '文件存储暂时无法访问，请稍后重试',
    en: 'The file store cannot be reached at the moment, try again shortly',
  },
  diskFull: {
    status: 507,
    retryAfter: 60,
    zh: '服务器磁盘空间不足，操作未执行，请联系管理员清理后重试',
    en: 'The server is running out of disk space. Nothing was done; ask an administrator to make room, then try again',
  },
  wrongTemplate: {
    status: 400,
    zh: '这是“{template}”的导入模板，不能导入到“{wanted}”；请下载“{wanted}”的模板',
    en: 'This is the import template of "{template}" and cannot be imported into "{wanted}"; download the template of "{wanted}"',
  },
  previewFailed: {
    status: 503,
    zh: '文件太大或太复杂，无法预览；可以直接检查或导入',
    en: 'The file is too large or too complex to be previewed; check or import it as it is',
  },
  drawingBusy: {
    status: 503,
    retryAfter: 5,
    zh: '正在生成的图片太多，请稍后再试',
    en: 'Too many pictures are being generated; try again in a moment',
  },
  pictureUnreadable: {
    status: 409,
    zh: '背景图无法读取，请在海报中更换背景图',
    en: 'The background cannot be read; choose another one for the poster',
  },
  paperUnreadable: { status: 400, zh: '试卷无法读取：{why}', en: 'The paper cannot be read: {why}' },
  workbookUnreadable: { status: 400, zh: '文件无法读取：{why}', en: 'The file cannot be read: {why}' },
} as const satisfies Record<string, ErrorEntry>;
