/** The application guide, the rankings, and the look-up caches. */
export const guide = {
  contents: '章节目录',
  none: '该条件下还没有内容',
  free: '试读',
  draft: '草稿',
  publish: '发布“{{title}}”',
  published: '已发布',
  takenBack: '已撤回，考生不再看到',
  rank: {
    compute: '计算名次',
    choose: '请选择排名类别',
    nothing: '该年份和类别没有可计算的得分',
    done: '{{count}} 行有名次，更新了 {{updated}} 行',
    text: '按得分从高到低排，同分同名次，并计算省内名次。公布的名次保持不变。',
  },
  province: {
    upgrade: '升级数据年份',
    years: '所选省份的数据年份不同，请分开升级',
    title: '将 {{count}} 个省份升级到 {{to}} 年？',
    text: '{{names}}：统考类别、批次、公式、概率算法会复制到 {{to}} 年，{{to}} 年已有的保持不变。',
    between: '、',
    done: '已升级到 {{to}} 年，复制统考类别 {{jointCategory}} 条、批次 {{batch}} 条、公式 {{formula}} 条、概率算法 {{algorithm}} 条',
  },
  cache: {
    clean: '清理缓存',
    text: '下拉选项随数据修改自动更新。发现选项有误时，可清理全部节点的缓存，让它们重新读取。',
    done: '缓存已清理',
  },
} as const;
