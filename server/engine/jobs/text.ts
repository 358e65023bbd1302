import { type Label, type Language, label } from '@yikao/model/kernel/label.ts';

/** Sentences that jobs leave in the history, for readers of either language. */
const sentences = {
  unknownColumns: { zh: '无法识别的列：{names}', en: 'Columns that fit no field: {names}' },
  repeatedColumns: { zh: '重复的列：{names}', en: 'Columns that occur twice: {names}' },
  missingColumns: { zh: '缺少必需的列：{names}', en: 'Required columns are missing: {names}' },
  wrongTemplate: {
    zh: '这是“{template}”的导入模板，不能导入到“{wanted}”；请下载“{wanted}”的模板',
    en: 'This is the import template of "{template}" and cannot be imported into "{wanted}"; download the template of "{wanted}"',
  },
  ownSheet: {
    zh: '工作表“{name}”只供参考，不会导入；请把数据填写在模板的第一个工作表中',
    en: 'The sheet "{name}" only shows how to fill in the template and is not imported; enter the rows in its first sheet',
  },
  tooManyChildren: {
    zh: '列太多：一个文件中以名称为表头的列最多 {max} 列，请分成几个文件导入',
    en: 'Too many columns: a file may have at most {max} columns under a name. Import it in several files',
  },
  tooManyGroups: {
    zh: '上一行表头下的分组太多：最多 {max} 组，请分成几个文件导入',
    en: 'Too many groups of columns under an upper heading: at most {max}. Import it in several files',
  },
  unconfirmed: {
    zh: '未写入任何内容：{what}',
    en: 'Nothing was written: {what}',
  },
  tooManyRows: {
    zh: '行太多：这种文件最多 {max} 行，请分成几个文件导入',
    en: 'Too many rows: such a file may have at most {max}. Import it in several files',
  },
  wholeTooLong: {
    zh: '一张表的各行在文件中相隔太远（超过 {max} 行），请把同一张表的行放在一起，或分成几个文件导入',
    en: 'The rows of one table lie too far apart in the file (over {max} rows). Put the rows of a table together, or import several files',
  },
  noRows: { zh: '文件中没有数据行', en: 'The file has no rows' },
  noHeader: { zh: '文件第一行没有列名', en: 'The first row of the file has no column names' },
  imported: {
    zh: '共 {total} 行：新增 {inserted}，更新 {updated}，不变 {same}，有错 {failed}',
    en: '{total} rows: {inserted} added, {updated} updated, {same} unchanged, {failed} refused',
  },
  checked: {
    zh: '检查 {total} 行：将新增 {inserted}，将更新 {updated}，不变 {same}，有错 {failed}（未写入）',
    en: '{total} rows checked: {inserted} to add, {updated} to update, {same} unchanged, {failed} refused (nothing written)',
  },
  aborted: {
    zh: '共 {total} 行，{failed} 行有错，整个文件未导入',
    en: '{failed} of {total} rows are wrong, nothing of the file was imported',
  },
  cancelled: { zh: '已取消；已写入 {done} 行', en: 'Cancelled; {done} rows were written' },
  exported: { zh: '导出 {total} 行', en: '{total} rows exported' },
  exportedKept: {
    zh: '已发放并导出 {total} 行；{kept} 行不能发放，未导出',
    en: '{total} rows issued and exported; {kept} cannot be issued and were left out',
  },
  exportedCut: {
    zh: '导出 {total} 行；{cut} 个单元格超过 Excel 的 32,767 字，已截断（{cells}），需要全文请导出 csv',
    en: '{total} rows exported; {cut} cells are longer than the 32,767 characters Excel takes and were cut ({cells}). Export as csv for the whole texts',
  },
  deleted: { zh: '删除 {total} 行', en: '{total} rows deleted' },
  deletedSome: {
    zh: '删除 {total} 行，{kept} 行已被引用或当前状态不可删除，未删除',
    en: '{total} rows deleted; {kept} are referred to, or in a state in which they cannot be deleted, and were kept',
  },
  undone: { zh: '撤销 {total} 行', en: '{total} rows put back' },
  undoneSome: {
    zh: '撤销 {total} 行，{kept} 行之后有变动，保持不变',
    en: '{total} rows put back, {kept} had changed since and were left alone',
  },
  redone: { zh: '恢复 {total} 行', en: '{total} rows brought back' },
  redoneSome: {
    zh: '恢复 {total} 行，{kept} 行之后有变动，保持不变',
    en: '{total} rows brought back, {kept} had changed since and were left alone',
  },
  set: {
    zh: '共 {total} 行：更新 {updated}，不变 {same}，有错 {failed}',
    en: '{total} rows: {updated} updated, {same} unchanged, {failed} refused',
  },
  stepped: {
    zh: '{step}：共 {total} 行，已执行 {updated}，未执行 {failed}',
    en: '{step}: {updated} of {total} rows done, {failed} left as they are',
  },
  steppedNone: {
    zh: '{step}：{total} 行中有 {failed} 行不符合条件，全部未执行',
    en: '{step}: {failed} of {total} rows do not meet the conditions, so nothing was done',
  },
  tooManyForAll: {
    zh: '该操作须整批完成，一次最多 {max} 行，当前为 {total} 行，请分批操作',
    en: 'This is done for all rows or none, and for at most {max} at a time; there are {total}. Do it in parts',
  },
  checkDone: { zh: '检查 {total} 行，发现 {found} 个问题', en: '{total} rows checked, {found} findings' },
  diskFull: {
    zh: '服务器磁盘空间不足，任务已停止；此前写入的 {done} 行有效',
    en: 'The server has no room left on its disk, the job stopped; the {done} rows written before that were kept',
  },
  lookingAtFile: {
    zh: '正在检查整个文件，已读 {rows} 行',
    en: 'Looking at the file as a whole, {rows} rows so far',
  },
  fileWrong: {
    zh: '文件中有超过 {max} 行不符合整体校验（如重复、累计不符），未导入。请检查文件的列和排序后重试',
    en: 'More than {max} rows of the file do not fit together (repeated, or sums that do not add up), so nothing was imported. Check its columns and try again',
  },
  waitsForRoom: {
    zh: '服务器磁盘空间不足，任务已暂停；有空间后自动继续',
    en: 'The server is running out of disk space: the job waits, and goes on by itself once there is room',
  },
  interrupted: {
    zh: '任务意外中断，未能完成；已写入 {done} 行，如有需要请重新提交',
    en: 'The job was interrupted and did not finish; {done} rows were written. Start it again if it is still wanted',
  },
  accountEnded: {
    zh: '提交任务的账号或其所属的合伙人、机构已停用，或访问令牌已失效，任务已停止；已写入 {done} 行。如需继续，请由有权限的人重新提交',
    en: 'The account that started the job or its partner or agency is disabled, or its API token has ended, so the job stopped; {done} rows were written. To go on, somebody with the permission has to start it again',
  },
  codeLost: {
    zh: '提交人已没有该操作的权限，任务已停止；已写入 {done} 行。如需继续，请由有权限的人重新提交',
    en: 'The person who started the job no longer has the permission for it, so the job stopped; {done} rows were written. To go on, somebody with the permission has to start it again',
  },
  scopeNarrowed: {
    zh: '提交人的数据范围已缩小，任务已停止；已写入 {done} 行。请核对数据范围后重新提交',
    en: 'The person who started the job now reaches fewer rows, so the job stopped; {done} rows were written. Check the data scope, then start it again',
  },
  crashed: {
    zh: '处理失败，请稍后重试或联系管理员',
    en: 'The job failed, try again later or ask an administrator',
  },
} as const;

/** A message of a job, filled in, in both languages: people other than its starter read it too. */
export function jobText(
  key: keyof typeof sentences,
  params: Readonly<Record<string, string | number | Label>> = {},
): Label {
  const filled = (language: Language) =>
    sentences[key][language].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name] ?? '';
      return typeof value === 'object' ? value[language] : String(value);
    });
  return label(filled('zh'), filled('en'));
}
