import { label } from '@yikao/model/kernel/label.ts';
import type { Chapter } from '../chapter.ts';

/** The chapter “Articles and official accounts”. */
export const articles: Chapter = {
  key: 'articles',
  title: label('文章和公众号', 'Articles and official accounts'),
  pages: ['/base/article', '/base/official', '/base/officialArticle', '/base/column'],
  sections: [
    {
      title: label('从链接到发布', 'From a link to its readers'),
      steps: [
        label(
          '在文章页点“粘贴公众号链接”，读取后点“填入表单”，选好栏目再保存。没取回的图片会在后台再试，仍失败的列在文章详情里。',
          'On the page of articles press Paste a link, then Fill in the form; choose the column and save. Pictures that are not here are tried again; those that fail are listed in the details.',
        ),
        label(
          '点“预览”查看三个站点在手机和电脑上的样子。链接 10 分钟内有效，可发给同事看。',
          'Press Preview to see the article on the three sites, on a phone and wide. The link works for ten minutes and can be sent to a colleague.',
        ),
        label(
          '点“提交审核”。有发布权限的人提交后直接通过；其他人等待审核，被驳回的改好后再提交。',
          'Press Submit. It is approved at once if you may publish; otherwise it waits for its review, and a rejected one can be corrected and submitted again.',
        ),
        label(
          '点“上架”。发布时间晚于现在的显示“定时”，到时自动公开；已过的立即公开。',
          'Press Put online. With a later publishing time it is shown as scheduled and goes public automatically; with an earlier one it is public at once.',
        ),
      ],
    },
    {
      title: label('改错和找回', 'Correcting and restoring'),
      says: label(
        '已通过的文章由没有发布权限的人修改后回到草稿，须重新审核。详情的“版本”里可以查看每个版本的全文、与当前内容的差别，并恢复。',
        'An approved article that is changed by somebody who may not publish becomes a draft again. Under Versions in the details each version can be read whole, compared with the current text and restored.',
      ),
    },
    {
      title: label('公众号入库', 'Importing from an account'),
      says: label(
        '填好 AppID 和 AppSecret 后点“同步”，新文章出现在“公众号文章”里，选中后点“入库”成为文章草稿。打开“自动采集”的公众号每天早上自动完成这两步。',
        'With AppID and AppSecret press Synchronise; new articles come to Articles of official accounts, where Import makes drafts of them. For accounts that are automatic both happen every morning.',
      ),
    },
  ],
};

/** The chapter “Collecting articles from sites”. */
export const crawler: Chapter = {
  key: 'crawler',
  title: label('从网站收集文章', 'Collecting articles from sites'),
  pages: ['/base/crawler', '/base/crawlerResult'],
  sections: [
    {
      title: label('新建一个任务', 'A new task'),
      steps: [
        label(
          '填列表页网址和列表选择器；网址是订阅源（RSS、Atom）时选择器留空。',
          'Give the address of the list and a selector of its items; of a feed leave the selectors blank.',
        ),
        label(
          '点“试一试”：系统试抓前三条，列出标题、日期、正文字数和首图，哪个选择器没找到内容会直接说明。',
          'Press Try it: the first three items are read, with title, date, length and picture. A selector that finds nothing is named.',
        ),
        label(
          '保存后点“运行”，或填 cron 表达式定时运行。运行中可随时停止，已收录的保留。',
          'Save and run it, or give a cron text. A run can be stopped at any time; what was read stays.',
        ),
      ],
    },
    {
      title: label('选择器失效了', 'When a selector breaks'),
      says: label(
        '网站改版后，列表里会出现“已失效”，并写明原因，任务的创建人会收到短信。编辑任务，改好选择器，再试一试，保存后重新运行。连续失败三次的任务会自动停用。',
        'When a site changes, the list shows Broken with the reason, and the maker of the task gets a text. Edit the task, mend the selector, try it, save and run it again. Three failures in a row switch a task off.',
      ),
    },
    {
      title: label('处理结果', 'Working through the results'),
      says: label(
        '在“爬虫结果”中勾选，批量入库为文章草稿，或忽略；忽略的可以放回。入库后图片会自动取回本站。删除的网页下次运行会再次收录，不要的请忽略。',
        'Select results and import them as drafts of articles, or ignore them; ignored ones can be taken back. Pictures are brought in after the import. A deleted page comes again with the next run; ignore what you do not want.',
      ),
    },
  ],
};

/** The chapter “Carousels, app menus and posters”. */
export const display: Chapter = {
  key: 'display',
  title: label('轮播图、前台菜单和海报', 'Carousels, app menus and posters'),
  pages: ['/base/carousel', '/base/appMenu', '/base/poster'],
  sections: [
    {
      title: label('排序与预览', 'Order and preview'),
      says: label(
        '在轮播图或前台菜单点“排序与预览”，拖动手柄，或选中手柄后按上下方向键，右边是手机上的样子。可以选站点、省份和时间来看。保存后前台几秒内更新；若别人刚改过，会提示再排一次。',
        'Press “Order and preview” in carousels or app menus. Drag a handle, or focus it and press the up and down keys; a phone beside it shows the page for a site, a province and a time. The apps follow within seconds. If somebody else has just changed the list, you are asked to order it again.',
      ),
    },
    {
      title: label('轮播图为什么没有展示', 'Why a picture is not shown'),
      says: label(
        '看状态、开始和结束时间、站点和省份。“跳转状态”为“跳转目标已删除”或“未上架”的，前台也不展示，换一个跳转目标即可。',
        'Look at its state, its times, its sites and its provinces. One whose target was deleted or is not published is not shown either; give it another target.',
      ),
    },
    {
      title: label('做一张海报', 'Make a poster'),
      steps: [
        label(
          '点“新增”，填名称、类型，上传背景图（建议 1080 × 1920 像素）。',
          'Add one: name, kind and a background, best of 1080 × 1920 pixels.',
        ),
        label(
          '点“设计”，拖动二维码和文字，或选中后按方向键移动 1 像素（按住 Shift 为 10 像素），右边可填准确的数字。',
          'Press Design. Drag the QR code and the texts, or select one and press the arrow keys: 1 pixel, with Shift 10. Exact numbers are beside it.',
        ),
        label(
          '文字超出框会提示，图片里以省略号结尾；字体里没有的字会指出来，换一个写法才能保存。',
          'You are told when a text is longer than its box; the picture ends it with an ellipsis. Characters that the font lacks are named and must be replaced.',
        ),
        label(
          '点“取图”，选渠道，生成后下载。扫码的人和订单计入该渠道。',
          'Press Get picture, choose a channel, and download it. Scans and orders count for that channel.',
        ),
      ],
    },
  ],
};

/** The chapter “Pushes”. */
export const push: Chapter = {
  key: 'push',
  title: label('推送消息', 'Pushes'),
  pages: ['/push/app', '/push/device', '/push/task', '/push/record'],
  sections: [
    {
      title: label('发一次推送', 'Sending a push'),
      steps: [
        label(
          '新建任务：填标题和内容，选应用和人群。表单下方随时显示预计推送多少台设备。',
          'Add a task: title, text, apps and audience. Below the form you see how many devices it reaches.',
        ),
        label(
          '点“生成名单”。名单为空会失败并说明原因，改好条件再生成。',
          'Press Make the list. An empty list fails and says so; change the conditions and make it again.',
        ),
        label(
          '点“分发”开始推送，或填“定时发送”让它到时间自动开始。每台设备只会收到一次。',
          'Press Send, or give a time at which it begins by itself. Each device gets it once.',
        ),
        label(
          '分发中可以暂停，之后点“继续分发”，只推送还没有发的设备；取消后不能恢复。',
          'It can be paused and goes on later with the devices that are left. Cancelling cannot be undone.',
        ),
      ],
    },
    {
      title: label('分发失败了', 'When sending fails'),
      says: label(
        '任务会写明原因，例如应用的密钥不对。改好应用后点“分发”，只推送还没有发的设备。微信和抖音的消息在途中中断时按失败计，不会重发。',
        'The task says why, such as a wrong key of the app. Mend the app and press Send; only devices that have not received it get it. Messages of WeChat and Douyin that are lost on their way count as failed and are not repeated.',
      ),
    },
  ],
};

/** The chapter “Douyin accounts and mounts”. */
export const tiktok: Chapter = {
  key: 'tiktok',
  title: label('抖音账号和视频挂载', 'Douyin accounts and mounts'),
  pages: ['/tiktok/account', '/tiktok/course', '/tiktok/mount'],
  sections: [
    {
      title: label('授权账号', 'Authorising an account'),
      says: label(
        '点“授权账号”，在新窗口登录抖音并同意，关闭窗口后列表里就有该账号。授权快到期时系统会自动续期；续不了的会显示已过期，重新授权即可。',
        'Press Authorise an account, log in at Douyin in the new window and agree. The account is in the list once you close it. Authorisations are renewed automatically; one that cannot be renewed is shown as expired: authorise it again.',
      ),
    },
    {
      title: label('把页面挂到视频上', 'Mounting a page on a video'),
      says: label(
        '新建挂载，填锚点文案和页面路径，右侧是手机上的样子。提交后等平台审核，驳回时会写明原因，修改后重新提交。解绑账号前会列出受影响的挂载。',
        'Add a mount with its anchor text and page; you see it as on a phone. Submit it and wait for the review. A rejection says why: change it and submit again. Before an account is unbound, the mounts that end with it are listed.',
      ),
    },
  ],
};
