const escaped = (text: string) => text.replace(/[&<>"']/g, letter => `&#${letter.codePointAt(0)};`);

/** The page on which somebody lands who comes back from the platform: the window can be closed. */
export function backPage(done: boolean, why = '授权没有完成，请回到账号授权重新发起'): string {
  const title = done ? '授权成功' : '授权失败';
  const text = done ? '可以关闭这个窗口，回到账号授权查看。' : why;
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  :root { color-scheme: light dark; }
  body { font: 14px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; display: grid; place-content: center;
    min-height: 90vh; margin: 0; padding: 16px; text-align: center; }
  h1 { font-size: 20px; margin: 0 0 8px; }
</style></head>
<body><main><h1>${title}</h1><p>${escaped(text)}</p></main></body></html>`;
}
