/** Crawler tasks for a demonstration, with the names of their columns; the host belongs to nobody (RFC 2606). */
export const demoCrawlerTasks = [
  {
    ...{ taskName: '示例艺术学院招生公告', siteName: '示例艺术学院招生网', column: '校考' },
    ...{ startUrl: 'https://zsb.example.edu.cn/news/list.html', listSelector: '.news-list li' },
    ...{ contentSelector: '.article-body', dateSelector: '.date', nextPage: 'a.next', keywords: '校考,招生' },
    ...{ crawlStatus: 2, selectorState: 1, newNum: 3, totalNum: 3, errorMsg: null, failNum: 0 },
  },
  {
    ...{ taskName: '示例省教育考试院通知', siteName: '示例省教育考试院', column: '统考' },
    ...{ startUrl: 'https://ksy.example.edu.cn/rss.xml', listSelector: null },
    ...{ contentSelector: null, dateSelector: null, nextPage: null, keywords: null },
    ...{ crawlStatus: 0, selectorState: 0, newNum: 0, totalNum: 0, errorMsg: null, failNum: 0 },
  },
  {
    ...{ taskName: '示例师范大学艺术类简章', siteName: '示例师范大学', column: '院校动态' },
    ...{ startUrl: 'https://art.example.edu.cn/tzgg/', listSelector: 'ul.list > li' },
    ...{ contentSelector: '#content', dateSelector: null, nextPage: null, keywords: null },
    ...{ crawlStatus: 3, selectorState: 2, newNum: 0, totalNum: 0, failNum: 1 },
    errorMsg: '列表选择器没有找到任何条目，网站可能已改版，请重新试抓',
  },
] as const;

const { taskName: first } = demoCrawlerTasks[0];

/** Pages that the first task would have read. */
export const demoCrawlerResults = [
  {
    ...{ task: first, title: '示例艺术学院艺术类专业校考公告', resultStatus: 0, days: -1 },
    url: 'https://zsb.example.edu.cn/news/101.html',
    text: '考生须在规定时间内登录报名系统，如实填写个人信息并上传近期免冠照片，逾期不再补报。',
  },
  {
    ...{ task: first, title: '校考准考证打印须知', resultStatus: 0, days: -2 },
    url: 'https://zsb.example.edu.cn/news/102.html',
    text: '准考证于考前五日开放打印，请核对姓名、考点和考试时间，有误及时联系招生办。',
  },
  {
    ...{ task: first, title: '招生办公室暑期值班安排', resultStatus: 2, days: -5 },
    url: 'https://zsb.example.edu.cn/news/103.html',
    text: '暑期值班时间为每周一、三、五上午九时至十一时。',
  },
] as const;
