import type { Label } from './kernel/label.ts';

/**
 * The possible problems of a field, each with its message; `{x}` is filled from the parameters, `{label}` with the
 * field's label.
 */
export const issueTexts = {
  required: { zh: '不能为空', en: 'is required' },
  wrongType: { zh: '格式不正确', en: 'has the wrong type' },
  tooLong: { zh: '不能超过 {max} 个字符', en: 'must be at most {max} characters' },
  tooShort: { zh: '不能少于 {min} 个字符', en: 'must be at least {min} characters' },
  tooBig: { zh: '不能大于 {max}', en: 'must be at most {max}' },
  tooSmall: { zh: '不能小于 {min}', en: 'must be at least {min}' },
  tooFew: { zh: '至少要有 {min} 项', en: 'must name at least {min}' },
  tooMany: { zh: '不能超过 {max} 个', en: 'may be at most {max}' },
  notAnInteger: { zh: '必须是整数', en: 'must be a whole number' },
  notANumber: { zh: '必须是数字', en: 'must be a number' },
  tooManyDecimals: { zh: '最多 {scale} 位小数', en: 'must have at most {scale} decimals' },
  digitsLost: {
    zh: '数字过长，文件中的末尾数字已丢失，请把单元格设为文本后重新填写',
    en: 'is too long for a number cell and has lost its last digits in the file; format the cell as text and enter it again',
  },
  notAYear: { zh: '必须是四位年份', en: 'must be a four-digit year' },
  notADate: { zh: '必须是日期，如 2026-01-31', en: 'must be a date such as 2026-01-31' },
  notADateTime: {
    zh: '必须是时间，如 2026-01-31 08:30:00',
    en: 'must be a time such as 2026-01-31 08:30:00',
  },
  notAMobile: { zh: '必须是 11 位手机号', en: 'must be an 11-digit mobile number' },
  masked: { zh: '不能含有 *，请填写完整的号码', en: 'must be the whole number, without *' },
  notAUrl: {
    zh: '必须是以 http:// 或 https:// 开头的网址',
    en: 'must be an address beginning with http:// or https://',
  },
  notAHost: { zh: '必须是域名', en: 'must be a host name' },
  notAnEmail: { zh: '必须是邮箱地址', en: 'must be an email address' },
  notAnIdNumber: {
    zh: '必须是正确的 18 位身份证号',
    en: 'must be a valid identity number of 18 characters',
  },
  notDigits: { zh: '只能包含数字', en: 'may hold digits only' },
  notACode: { zh: '只能包含大写字母和数字', en: 'may hold capital letters and digits only' },
  notAColour: { zh: '必须是颜色，如 #222222', en: 'must be a colour such as #222222' },
  yearMissing: {
    zh: '缺少年份，请写成 2026年3月1日 这样的完整日期',
    en: 'has no year; write the whole date, such as 2026-03-01',
  },
  yearLast: {
    zh: '请把年份写在前面，如 2027-10-01：年份在后时，分不清哪个是月、哪个是日',
    en: 'must have its year first, such as 2027-10-01: with the year behind, month and day cannot be told apart',
  },
  noSuchDay: { zh: '有误：没有 {day} 这一天', en: 'names {day}, a day that does not exist' },
  notACron: {
    zh: '不是可用的 cron 表达式：{zh}',
    en: 'cannot run: {en}',
  },
  badFormula: { zh: '有误：{zh}', en: 'is no formula. {en}' },
  badWeights: {
    zh: '应是一到五个以逗号分隔、合计为 1 的数，如 0.5,0.3,0.2',
    en: 'must be one to five numbers with commas that come to 1, such as 0.5,0.3,0.2',
  },
  badTieOrder: {
    zh: '请填写比较顺序，如 专业分>文化分>语数之和>语数最高>外语，每项一次',
    en: 'give the order of comparison, such as 专业分>文化分>语数之和>语数最高>外语, each item once',
  },
  badLevels: {
    zh: '应是三个递增的、0 到 1 之间的数，如 0.2,0.5,0.8',
    en: 'must be three rising numbers between 0 and 1, such as 0.2,0.5,0.8',
  },
  badLayout: {
    zh: '应为从门侧起各列的座位数，如 6,6,6,6,6（最多 20 列，每列最多 30 座）',
    en: 'must be the seats of each column from the door on, such as 6,6,6,6,6: at most 20 columns of 30',
  },
  badPlaces: {
    zh: '应为“行-列”，用逗号分隔，如 1-1,6-5',
    en: 'must be row-column with commas, such as 1-1,6-5',
  },
  notAnActivationCode: {
    zh: '不是有效的激活码，请核对 12 位字母和数字',
    en: 'is no activation code; check its 12 letters and digits',
  },
  badPattern: {
    zh: '须包含 {{aa}} 以及 {{nnnnn}}（或 {{rrr}} 和 {{ss}}），只用大写字母和数字，最多 16 位，否则会出现重号',
    en: 'needs {{aa}} and {{nnnnn}}, or {{rrr}} and {{ss}}, capital letters and digits beside them and at most 16 characters: otherwise two numbers are alike',
  },
  badAccount: {
    zh: '须以字母开头，3 到 32 个字母、数字或 . _ @ -',
    en: 'must begin with a letter and have 3 to 32 letters, digits or . _ @ -',
  },
  wholeOnly: {
    zh: '只能按完整内容查询，一次一个',
    en: 'is searched by the whole value only, one at a time',
  },
  neitherYesNorNo: {
    zh: '里的“{value}”看不出是“是”还是“否”，请填 是 或 否',
    en: 'has "{value}", which may mean yes or no; enter Yes or No',
  },
  unknownCode: { zh: '没有“{value}”这个选项', en: 'has no option "{value}"' },
  unknownName: { zh: '找不到{label}“{value}”', en: 'No {label} named "{value}"' },
  ambiguousName: { zh: '“{value}”对应多条记录', en: '"{value}" fits several rows' },
  outOfScope: { zh: '不在您的数据范围内', en: 'is outside your data scope' },
  endBeforeStart: { zh: '结束时间不能早于开始时间', en: 'must not be before its start' },
  otherTable: {
    zh: '所在的行在第 {row} 行的另一个表头之下，未导入；请在导入窗口核对“文件里的表”后再导入',
    en: 'is in a row below another heading (row {row}), which was left out; look at "Tables in the file" in the import dialog, then import it again',
  },
  duplicateInFile: {
    zh: '{part}与第 {row} 行{otherPart}重复{zh}',
    en: '{part} repeats row {row} {otherPart}{en}',
  },
  existsElsewhere: { zh: '已存在，请联系管理员', en: 'exists already; ask an administrator' },
  alreadyExists: { zh: '已存在相同记录（ID {id}）', en: 'already exists (ID {id})' },
  totalRow: { zh: '所在的行是合计行，未导入', en: 'is in a row of totals, which was left out' },
  cellError: { zh: '单元格为错误值 {value}', en: 'holds the error {value}' },
  noResult: {
    zh: '的公式没有结果，请用 Excel 或 WPS 打开文件，保存后再导入',
    en: 'holds a formula without a result; open the file in Excel or WPS, save it and import that',
  },
  pictureInCell: {
    zh: '的单元格里是图片等特殊内容，不是文字，请改为文字后再导入',
    en: 'holds a picture or the like, which is no text; replace it by text and import that',
  },
  garbledText: {
    zh: '含有乱码“�”，请核对原文后重新填写，或把文件另存为 UTF-8 再导入',
    en: 'holds "�" where a character was lost; type it again, or save the file as UTF-8 and import that',
  },
  unreadableText: {
    zh: '含有无法保存的字符，请重新填写',
    en: 'holds a character that cannot be stored; type it again',
  },
  privateUse: {
    zh: '含有只有个别电脑才能显示的自造字（U+{code}），请改用标准汉字',
    en: 'holds a character that only some computers can show (U+{code}); use the standard one instead',
  },
  repeatedCell: {
    zh: '所在的行有重复的单元格，请用 Excel 或 WPS 打开文件另存后重试',
    en: 'is in a row that has a cell twice; open the file in Excel or WPS, save it and try again',
  },
  referencedNow: { zh: '已被引用，未删除', en: 'is referred to and was kept' },
  overlaps: { zh: '与结算单 {other} 的日期重叠', en: 'overlaps the days of settlement {other}' },
  editedSince: { zh: '对应的行之后又被修改，未撤销', en: 'was changed since and was left alone' },
  referencedSince: { zh: '已被引用，未撤销', en: 'is referred to by now and was left alone' },
  takenSince: {
    zh: '已有相同记录，未恢复',
    en: 'was taken by another row in the meantime and was not restored',
  },
  cutText: {
    zh: '在文件中不完整，超出部分已截断，请填写全文',
    en: 'is not whole in the file: its end was cut off; enter the whole text',
  },
  lostReference: {
    zh: '引用的记录（ID {id}）已不存在',
    en: 'refers to row {id}, which is no longer there',
  },
  referredBy: {
    zh: '已被其他记录引用，不可修改',
    en: 'is what other rows refer to this one by and cannot be changed',
  },
  fileGone: { zh: '的文件已被清理', en: 'has a file that has been cleaned away' },
  notJson: { zh: '必须是 JSON', en: 'must be JSON' },
  badPassword: {
    zh: '须为 8 到 64 位，并包含大写字母、小写字母和数字',
    en: 'must have 8 to 64 characters with upper-case, lower-case and digit',
  },
  passwordIsName: {
    zh: '不能包含账号名',
    en: 'must not contain the name of the account',
  },
  passwordCommon: {
    zh: '过于常见，容易被猜中，请换一个',
    en: 'is a common one that is guessed at once; please take another',
  },
  passwordUsed: {
    zh: '不能与最近 {count} 次使用过的密码相同',
    en: 'must differ from the last {count} passwords',
  },
  ownParent: { zh: '不能是自己或自己的下级', en: 'must not be the row itself or one below it' },
  tooDeep: { zh: '最多 {max} 级', en: 'must leave at most {max} levels' },
  beyondYou: { zh: '超出您自己的权限，不能授予', en: 'goes beyond what you hold yourself' },
  notApplicable: {
    zh: '仅当{zh}时填写，请清空',
    en: 'is given only where {en}; leave it empty',
  },
  inLine: { zh: '第 {line} 行：{zh}', en: 'has in line {line}: {en}' },
  notEqual: { zh: '两次输入不一致', en: 'does not match' },
  badPicture: {
    zh: '不是完整的 jpg、png、gif 或 webp 图片，请换一张',
    en: 'is no whole jpg, png, gif or webp picture; take another one',
  },
  pictureTooLarge: {
    zh: '图片不能超过 {max} MB，请压缩后再放入',
    en: 'is a picture of more than {max} MB; make it smaller',
  },
  pictureOfNobody: {
    zh: '找不到图片“{file}”对应的记录：没有{zh}。请改正文件名，或先新增这条记录，再重新导入',
    en: 'No row for the picture {file}: there is no {en}. Correct the name of the file, or add the row first, then import again',
  },
  pictureOfSeveral: {
    zh: '图片“{file}”对应多条记录：{zh}不止一条。请改用其他方式命名文件，再重新导入',
    en: 'Several rows for the picture {file}: there is more than one {en}. Name the file in another way, then import again',
  },
  badFile: { zh: '文件不存在或类型不符', en: 'is no file of the right kind' },
  locked: { zh: '不可修改', en: 'cannot be changed' },
  notGiven: { zh: '由系统填写，请勿提交', en: 'is filled in by the product and cannot be given' },
  notAsked: { zh: '不能随该操作修改', en: 'is not changed by this step' },
  byStep: { zh: '不能直接修改，请使用{zh}', en: 'cannot be set; use {en} instead' },
  lockedInState: {
    zh: '在“{zh}”状态下不可修改',
    en: 'cannot be changed while the row is "{en}"',
  },
  keptInState: {
    zh: '为“{zh}”时不可删除',
    en: 'is "{en}", in which rows cannot be deleted',
  },
  unknownField: { zh: '未知字段', en: 'is not a known field' },
  noMatch: { zh: '没有主键为“{value}”的记录', en: 'matches no row with the key "{value}"' },
  rule: { zh: '{zh}', en: '{en}' },
} as const satisfies Record<string, Label>;
