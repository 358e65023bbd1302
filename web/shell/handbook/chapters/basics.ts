import { label } from '@yikao/model/kernel/label.ts';
import type { Chapter } from '../chapter.ts';

/** Chapters about every page: navigation, lists, forms, files. */
export const basics: readonly Chapter[] = [
  {
    key: 'start',
    title: label('开始使用', 'Finding your way'),
    pages: [],
    sections: [
      {
        title: label('找到页面', 'Find a page'),
        says: label(
          '左侧菜单只列出您能用的页面。打开过的页面会变成上方的标签，切换标签不会丢失正在填的内容。',
          'The menu on the left lists only the pages you may use. Each page you open becomes a tab at the top; switching tabs keeps what you are typing.',
        ),
        steps: [
          label(
            '首页先列出今天等您处理的事：要跟进、要审核、要收款的，还有您的导入。点一行就打开它，点标题看全部。',
            'The home page starts with today’s work: what to follow up, review or collect payment for, and your imports. Click a row to open it, or a title to see the whole list.',
          ),
          label(
            '按 Ctrl K，输入页面、操作或记录的名称、拼音或编号，回车打开。',
            'Press Ctrl K, type a part of the name of a page, an action or a record, and press Enter.',
          ),
          label(
            '按住 Ctrl 点菜单，会在浏览器的新标签页中打开。',
            'Hold Ctrl and click an entry of the menu to open it in a new browser tab.',
          ),
          label(
            '右键标签，可以关闭其他标签或刷新当前页面。',
            'Right-click a tab to close the others or to reload it.',
          ),
          label(
            '标签上的圆点表示有未保存的修改，关闭前会先问您。',
            'A dot on a tab means unsaved changes; you are asked before it closes.',
          ),
        ],
        picture: 'start',
      },
      {
        title: label('外观与语言', 'Appearance and language'),
        says: label(
          '右上角可以换主题颜色、深色或浅色外观，以及中文或英文。这些设置只影响您自己。',
          'At the top right you can change the theme colour, light or dark mode and the language. These settings affect only you.',
        ),
      },
      {
        title: label('账号安全', 'Your account'),
        says: label(
          '点右上角的姓名，可以改密码、开启两步验证、查看登录过的设备并让它们退出。',
          'Click your name at the top right to change the password, turn on two-step login, and see or end your other sessions.',
        ),
      },
    ],
  },
  {
    key: 'list',
    title: label('查询和列表', 'Searching and lists'),
    pages: [],
    sections: [
      {
        title: label('查询', 'Search'),
        says: label(
          '填好条件后点“查询”或按回车。点“展开”可以看到更多条件。查询条件在网址里，把网址发给同事，对方看到的就是同一个列表。',
          'Fill in the filters and press Search or Enter; More shows further filters. The filters are part of the address: send it to a colleague, and they see the same list.',
        ),
        picture: 'list',
      },
      {
        title: label('只用键盘', 'By keyboard alone'),
        steps: [
          label(
            '↑ ↓ 逐行移动，Enter 打开详情，E 编辑，N 新增，/ 跳到查询条件。',
            '↑ ↓ go from row to row, Enter opens the details, E edits, N adds, / goes to the filters.',
          ),
          label(
            '→ ← 移到单元格，F2 直接修改；Enter 保存，Tab 到下一格，Esc 放弃，Ctrl Z 撤销。用鼠标双击也一样。',
            '→ ← go to a cell, F2 edits it in place; Enter saves, Tab goes on, Esc discards, Ctrl Z undoes. A double click does the same.',
          ),
          label('按 ? 查看全部快捷键。', 'Press ? for all shortcuts.'),
        ],
      },
      {
        title: label('排序和列', 'Order and columns'),
        steps: [
          label(
            '点列名排序，再点一次反过来，第三次恢复默认。',
            'Click a heading to sort, again to reverse the order, a third time for the default order.',
          ),
          label(
            '用右侧的齿轮选择要显示的列、调整顺序、固定在左侧。',
            'Use the gear on the right to choose the columns, reorder them and pin them on the left.',
          ),
          label(
            '数据很多时，共多少条会先显示“约”，数完后自动换成准确的数字。',
            'With very many rows the total is first shown as an estimate; the exact number replaces it once counted.',
          ),
        ],
      },
      {
        title: label('同时处理多条', 'Many rows at once'),
        says: label(
          '勾选左侧的方框，下方会出现“批量设置”“导出”“删除所选”等按钮。要处理全部符合条件的记录，点“选择全部 … 条”，不受当前页限制。',
          'Tick the boxes on the left; buttons to set, export or delete appear below. To take all matching rows, not just this page, use Select all.',
        ),
      },
    ],
  },
  {
    key: 'form',
    title: label('新增、修改和找回', 'Adding, changing, restoring'),
    pages: [],
    sections: [
      {
        title: label('新增和修改', 'Add and change'),
        says: label(
          '点“新增”，或在一行的“操作”里点“编辑”“复制”；只改一格，双击它即可，改错了点提示中的“撤销”；点一行的名称打开详情。“保存并下一条”接着编辑列表中的下一条。带 * 的必填。灰色的格子不能改，鼠标移上去会告诉您为什么。',
          'Press Add, or Edit or Copy in a row; to change one cell, double-click it, and press Undo in the message if it was wrong. A click on the name of a row opens its details. Save and next goes on to the next row of the list. Fields with * must be filled in. A grey field cannot be changed; point at it to see why.',
        ),
        picture: 'form',
      },
      {
        title: label('别人同时在改', 'When somebody else edits the same row'),
        says: label(
          '如果您打开之后别人改了同一条记录，保存时会并排显示双方的修改，由您选择，不会悄悄覆盖。',
          'If somebody has changed the row since you opened it, saving shows both versions side by side and lets you choose. Nothing is overwritten silently.',
        ),
      },
      {
        title: label('看历史、找回删除的记录', 'History and deleted rows'),
        steps: [
          label(
            '在一行的“操作”里点“历史”，能看到谁在什么时候把什么改成了什么；点“恢复到这个版本”会先列出差别，再恢复。',
            'History in a row shows who changed what and when. Restore this version lists the differences first, then restores.',
          ),
          label(
            '想找同事改过什么：点“更多 / 修改记录”，按修改人、时间、字段查询；也可以在查询条件的“展开”里按修改人和修改时间筛选列表。',
            'To find what a colleague changed, press More, Changes and search by person, time or field; or press More beside the filters of the list and ask for Updated by and Updated at.',
          ),
          label(
            '刚删错时，点提示里的“撤销”；以前删除的记录在工具栏右侧的回收站里，点“恢复”即可找回。',
            'Undo in the message takes a deletion back at once; rows deleted earlier are in the trash at the right of the toolbar; press Restore to get them back.',
          ),
        ],
      },
    ],
  },
  {
    key: 'files',
    title: label('导入和导出', 'Import and export'),
    pages: [],
    sections: [
      {
        title: label('导入表格', 'Import a workbook'),
        steps: [
          label(
            '点“导入”，写一个批次备注，如“2026湖南第一批”。以后可以按它查找、导出或整批删除。',
            'Press Import and name the batch, such as “Hunan 2026, first”. You can find, export or delete the rows by that name later.',
          ),
          label(
            '拖入 xlsx、xls 或 csv 文件（也可以直接拖到列表上）。不确定格式时，先点“下载模板”，照着示例行填。',
            'Drop an xlsx, xls or csv file. If you are not sure of the layout, download the template and follow its example row.',
          ),
          label(
            '点“检查”：不写入任何数据，先告诉您会新增、更新多少行，哪一行哪一列有错。',
            'Press Check: nothing is written; you are told how many rows would be added or changed, and which cells are wrong.',
          ),
          label(
            '没问题再点“开始导入”。可以关掉窗口去做别的，进度在右上角的任务中心。',
            'Then press Start import. You may close the dialog; the job centre at the top right shows the progress.',
          ),
        ],
        picture: 'import',
      },
      {
        title: label('有错的行', 'Rows with errors'),
        says: label(
          '默认跳过有错的行，其他照常导入。“错误文件”里只有这些行，每个错误写在旁边；改好后把这个文件再导入一次即可。',
          'Rows with errors are skipped, the rest are imported. The error file holds only those rows, with the reason beside each error; correct them and import that file again.',
        ),
      },
      {
        title: label('导错了怎么办', 'Undoing an import'),
        says: label(
          '在任务中心里点“撤销”：新增的行会删除，更新的行恢复原值。之后被别人改过的行会保留并告诉您。撤销本身也可以再撤销。',
          'Press Undo in the job centre: added rows are deleted and changed rows get their old values back. Rows that somebody has changed since are kept and listed. An undo can itself be undone.',
        ),
      },
      {
        title: label('导出', 'Export'),
        says: label(
          '“导出”按当前的查询条件导出全部记录，不只是这一页。先用“选择导出字段”决定有哪些列和顺序，系统会记住。',
          'Export takes all rows that match the filters, not just this page. Export fields chooses the columns and their order, and is remembered.',
        ),
      },
    ],
  },
];
