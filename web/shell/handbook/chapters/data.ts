import { label } from '@yikao/model/kernel/label.ts';
import type { Chapter } from '../chapter.ts';

/** The chapter “One province’s data for a year”. */
export const oneYear: Chapter = {
  key: 'data',
  title: label('一个省份一年的数据', 'One province’s data for a year'),
  pages: [
    '/wish/admission',
    '/wish/segment',
    '/wish/score',
    '/wish/archive',
    '/wish/batch',
    '/wish/jointCategory',
    '/wish/provinceStat',
    '/wish/schoolStat',
    '/wish/exceptions',
  ],
  sections: [
    {
      title: label('按这个顺序做', 'In this order'),
      steps: [
        label(
          '统考类别、批次：点“从往年复制”，选省份和年份，改名的地方再改。',
          'Categories and batches: copy them from last year, then change what was renamed.',
        ),
        label(
          '省控线：直接导入考试院公布的表。标题行、合并的表头、表下说明都能识别。',
          'Score lines: import the published table as it is. Title rows, merged headings and notes below are recognised.',
        ),
        label(
          '一分一段：文化、专业、综合各有一个导入按钮。分数必须从高到低，累计人数要对得上，否则会指出是哪一行。',
          'Score distribution: culture, professional and composite each have a button. Scores must fall from row to row and the totals must add up; otherwise the row is named.',
        ),
        label(
          '招生录取数据：导入计划，再导入录取结果；特殊录取的文件选“特殊录取”。',
          'Admission data: import the plan, then the results; for exceptions choose that kind of import.',
        ),
        label(
          '投档线：保存后，对应专业的投档分和位次会一起更新；删除后也会收回。',
          'Filing cut-offs: saving one updates the programmes it is about; deleting it takes the score back.',
        ),
      ],
      picture: 'data',
    },
    {
      title: label('数据检查', 'Checks'),
      says: label(
        '点“数据检查”，分别查重复、缺漏和数值矛盾。点结果里的记录编号直接跳到那一行，改好后标为已处理。',
        'Data check looks for duplicates, gaps and contradictions. Click the row number in a finding to go there; mark it as settled once corrected.',
      ),
    },
    {
      title: label('预测位次', 'Predicted ranks'),
      says: label(
        '点“生成预测位次”，按省份和类别在后台计算，进度在任务中心。打开一行的详情，在“录取概率”里能看到结果是怎么来的。“回测”告诉您往年的预测有多准。',
        'Predict ranks calculates in the background, by province and category; see the progress in the job centre. The details of a row show how its probability was calculated; Back-test shows how accurate past predictions were.',
      ),
    },
  ],
};

/** The chapter “College preference lists”. */
export const preferences: Chapter = {
  key: 'voluntary',
  title: label('志愿表', 'College preference lists'),
  pages: ['/wish/voluntaryList'],
  sections: [
    {
      title: label('做一张志愿表', 'Make a preference list'),
      steps: [
        label(
          '新增时选考生和批次，然后点“填报”。',
          'Add a list for a candidate and a batch, then open its editor.',
        ),
        label(
          '左边按条件找院校专业，每一条都有概率；点“添加”放到右边，同一院校可以再加几个专业。',
          'Find programmes on the left; each shows its probability. Add puts one on the right; a choice may have several majors.',
        ),
        label(
          '在右边拖动调整顺序，或选中后用方向键。冲、稳、保用颜色区分。',
          'Drag the choices on the right to reorder them, or use the arrow keys. Reach, match and safe have different colours.',
        ),
        label(
          '也可以点“一键生成”，按冲稳保的比例先排一份再改。',
          'Or press Generate list to draft one by the ratio of reach, match and safe, then adjust it.',
        ),
        label(
          '同一考生有几份志愿表时点“对比”：两份都有、只在一份里、顺序或专业不同的志愿逐条列出。',
          'With several lists of a candidate, press Compare: it shows choice by choice what both have, what one has alone, and what has another place or other majors.',
        ),
        label('提交审核；审核通过后点“打印”。', 'Submit it; once it is approved, print it.'),
      ],
      picture: 'voluntary',
    },
    {
      title: label('选科、兼报和校考', 'Subjects, categories, school exams'),
      says: label(
        '在考生资料里填再选科目，选科不符的专业就不再列出；没填的会标“选科要求未核对”。兼报的类别和校考成绩各是一行，在考生详情里添加或导入。“成绩与位次”按类别显示综合分、同分考生占有的位次和同分比较顺序。',
        'Enter the re-selected subjects of a candidate, and programmes that do not fit are listed no longer; without them a mark says that they were not checked. Further categories and school exams are rows of their own, added in the details of the candidate or imported. Scores and ranks has the composite score, the ranks of equal scores and their order, by category.',
      ),
    },
    {
      title: label('历年线', 'Lines of the years'),
      says: label(
        '概率旁边的“近三年位次”或“近三年分数”是往年公布的最低和最高一条线。计划少的专业线波动大：线从 55 位到 75 位，同一名考生的概率可能差三成，请连同区间一起看。',
        'Beside a chance are the lowest and the highest line published in earlier years. With few places a line moves much: between rank 55 and 75 the chance of the same candidate may differ by a third. Read it together with the range.',
      ),
    },
  ],
};
