import { expect, type JSHandle, type Page } from '@playwright/test';
import type { Language } from '@yikao/model/kernel/label.ts';
import { internal, secondNames } from '@yikao/model/terms.ts';

/** A part of the page, and the person's display settings. */
export interface Looked {
  /** A CSS selector of the part: a screen, or the dialog over it. */
  readonly within: string;
  /** The language that the person has chosen. */
  readonly language: Language;
  /** True if the person has chosen dark mode. */
  readonly dark: boolean;
  /** Second names of things, and internal texts, as regular expressions. Default to those of the language. */
  readonly names?: ReturnType<typeof secondNames>;
  readonly internal?: readonly string[];
}

/** Text of rows in headings, which is in the language of the people who wrote it: faults that name it do not count. */
export type Written = string | RegExp;

/** Helpers of the layout rules; created in the page, because each rule runs there and cannot call anything else. */
function toolsFor(within: string) {
  const part = [...document.querySelectorAll<HTMLElement>(within)]
    .filter(one => one.checkVisibility())
    .at(-1);
  if (!part) throw new Error(`There is no ${within}`);
  const wordsOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const told = (element: Element) => {
    const name = wordsOf(element).slice(0, 60) || (element.getAttribute('aria-label') ?? '');
    return `<${element.tagName.toLowerCase()} ${[...element.classList].slice(0, 3).join('.')}> “${name}”`;
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    element.getBoundingClientRect().width > 1 &&
    element.getBoundingClientRect().height > 1 &&
    element.closest('[aria-hidden=true]:not(svg, .anticon), .ant-table-measure-row') === null;
  const all = (selector: string) => [...part.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
  const clips = (element: Element) => /hidden|clip/.test(getComputedStyle(element).overflowX);
  /** The box of an element, clipped to its scroll containers. */
  const seenBox = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === 'visible' && getComputedStyle(at).overflowX === 'visible')
        continue;
      const frame = at.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    return { left, right, top, bottom };
  };
  const middle = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  return { part, wordsOf, told, isSeen, all, clips, seenBox, middle };
}

type Tools = ReturnType<typeof toolsFor>;

/** A layout rule: returns the faults of the part, one per line. Runs in the page. */
type Law = (given: { tools: Tools; looked: Looked }) => string[];

/** Horizontal scrolling: neither the page nor its main parts scroll sideways; wide tables scroll inside. */
const sideways: Law = ({ tools: { part, told, all } }) => {
  const faults: string[] = [];
  const frames = [
    document.documentElement,
    document.body,
    part,
    ...all('form, .ant-modal-body, .ant-drawer-body'),
  ];
  for (const frame of frames) {
    const over = frame.scrollWidth - frame.clientWidth;
    if (frame.clientWidth > 0 && over > 1 && getComputedStyle(frame).overflowX !== 'hidden')
      faults.push(`scrolls sideways by ${over} px: ${told(frame).slice(0, 80)}`);
  }
  return faults;
};

/** Truncation: the text of controls, headings and labels is completely visible. */
const cut: Law = ({ tools: { part, wordsOf, told, all, clips } }) => {
  const { innerWidth } = window;
  const faults: string[] = [];
  const sayings =
    'button, a, label, th, dt, legend, h1, h2, h3, h4, [role=tab], .ant-tag, ' +
    '.ant-radio-button-label, .ant-checkbox-label, .ant-segmented-item-label, .ant-descriptions-item-label, ' +
    '.ant-statistic-title, .ant-steps-item-title, .ant-alert-title, .ant-form-item-explain, .ant-form-item-extra, ' +
    '.ant-pagination > li, .ant-select-placeholder, [data-empty-state] p';
  for (const element of all(sayings)) {
    // A switch has the word for its other state beyond its edge.
    if (wordsOf(element) === '' || element.closest('.ant-switch')) continue;
    const inner = [element, ...element.querySelectorAll('*')].find(
      one => clips(one) && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1,
    );
    const box = element.getBoundingClientRect();
    const scrolls = element.closest('.ant-tabs-nav, .ant-table-header, .ant-table-content, .ant-table-body');
    let outer = scrolls ? null : element.parentElement;
    // An element that scrolls sideways shows the rest when it is scrolled.
    while (outer && !(clips(outer) && outer.clientWidth > 0))
      outer =
        outer === part || /auto|scroll/.test(getComputedStyle(outer).overflowX) ? null : outer.parentElement;
    const frame = outer?.getBoundingClientRect();
    if (
      frame &&
      (box.right > frame.right + 1 || box.left < frame.left - 1) &&
      box.right > 0 &&
      box.left < innerWidth
    )
      faults.push(`cut by what it stands in: ${told(element)}`);
    if (!inner) continue;
    const titled = element.closest('[title]') ?? element.querySelector('[title]');
    if (titled?.getAttribute('title')) continue;
    faults.push(`cut without the whole beside it: ${told(element)}`);
  }
  for (const heading of all('th .ant-table-column-title, th:not(:has(.ant-table-column-title))')) {
    if (clips(heading) && heading.scrollWidth > heading.clientWidth + 1)
      faults.push(`heading cut: ${told(heading)}`);
  }
  return faults;
};

const cutPlaceholders: Law = ({ tools: { all } }) => {
  const faults: string[] = [];
  for (const input of all('input[placeholder]') as HTMLInputElement[]) {
    if (input.value !== '' || input.type === 'search') continue;
    const pen = document.createElement('canvas').getContext('2d');
    const style = getComputedStyle(input);
    if (!pen) continue;
    pen.font = style.font;
    const room =
      input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const wanted = pen.measureText(input.placeholder).width;
    if (wanted > room + 1 && style.textOverflow !== 'ellipsis')
      faults.push(`placeholder cut: “${input.placeholder}”`);
  }
  return faults;
};

/**
 * The bars of a list: what its filter, its toolbar and its headings say is whole at a glance, without hovering. States that
 * have no room are behind a separate button.
 */
const barsWhole: Law = ({ tools: { part, wordsOf, isSeen } }) => {
  const faults: string[] = [];
  const pen = document.createElement('canvas').getContext('2d');
  const seenIn = (selector: string) => [...part.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
  const filter = 'form:has([type=submit] + button)';
  for (const input of seenIn(`${filter} input[placeholder]`) as HTMLInputElement[]) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    if (!pen || input.value !== '') continue;
    pen.font = font;
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const wanted = pen.measureText(input.placeholder).width;
    if (wanted > room + 1)
      faults.push(`placeholder of the filter cut by ${Math.ceil(wanted - room)} px: “${input.placeholder}”`);
  }
  const said = [
    ...['label', 'button', '.ant-select-placeholder'].map(one => `${filter} ${one}`),
    '[role=toolbar] button',
    '.ant-table-thead th',
  ];
  for (const element of seenIn(said.join())) {
    const inner = [element, ...element.querySelectorAll<HTMLElement>('*')].find(
      one =>
        /hidden|clip/.test(getComputedStyle(one).overflowX) &&
        one.clientWidth > 0 &&
        one.scrollWidth > one.clientWidth + 1,
    );
    if (inner) faults.push(`cut in the bars of the list: “${wordsOf(element)}”`);
  }
  return faults;
};

/** Overlap: controls do not overlap each other, each counted with its parts. */
const overEachOther: Law = ({ tools: { told, all, seenBox } }) => {
  const faults: string[] = [];
  const whole =
    '.ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-input-search, .ant-upload, ' +
    '.ant-radio-wrapper, .ant-checkbox-wrapper, .ant-radio-button-wrapper, .ant-segmented, .ant-tabs-tab, .ant-space-compact, ' +
    '.ant-pagination-options, .ant-tag, .ant-color-picker-trigger, th';
  const controls = [
    ...new Set(
      all('button, a[href], input, textarea, [role=combobox], [role=tab], [role=switch]').map(
        one => one.closest<HTMLElement>(whole) ?? one,
      ),
    ),
  ].filter(one => {
    const { left, right, top, bottom } = seenBox(one);
    if (right - left < 2 || bottom - top < 2) return false;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit !== null && (one.contains(hit) || hit.contains(one)) && one.closest('tbody') === null;
  });
  for (const [index, one] of controls.entries()) {
    const box = seenBox(one);
    for (const other of controls.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const next = seenBox(other);
      const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
      const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
      if (across > 2 && down > 2) faults.push(`lie over each other: ${told(one)} and ${told(other)}`);
    }
  }
  return faults;
};

/**
 * Alignment: the toolbar's buttons are on one line, as are the filter's, next to a filter; filters take at most two
 * lines. The buttons of one row, in its details, take the lines that they need.
 */
const inLines: Law = ({ tools: { part, isSeen, all, middle } }) => {
  const { innerWidth } = window;
  const faults: string[] = [];
  const lines: [string, HTMLElement[]][] = [
    [
      'toolbar',
      all('[role=toolbar]')
        .slice(0, part.matches('main') ? 1 : 0)
        .flatMap(bar => [...bar.querySelectorAll<HTMLElement>('button')]),
    ],
    ...all('form :has(> [type=submit])').map((line): [string, HTMLElement[]] => [
      'buttons of the filter',
      [...line.querySelectorAll<HTMLElement>('button')],
    ]),
  ];
  for (const [name, buttons] of lines) {
    const middles = buttons.filter(isSeen).map(middle);
    if (Math.max(...middles) - Math.min(...middles) > 3) faults.push(`${name} in more than one line`);
  }

  const filter = part.matches('main') ? all('form:has([type=submit] + button)')[0] : undefined;
  const labels = filter ? [...filter.querySelectorAll('label')].filter(isSeen).map(middle) : [];
  const tops = new Set(labels.map(top => Math.round(top / 16)));
  if (innerWidth >= 1280 && tops.size > 2) faults.push('filters in more than two lines');
  const search = filter?.querySelector('[type=submit]');
  if (
    innerWidth >= 1280 &&
    search &&
    labels.length > 0 &&
    labels.every(top => Math.abs(top - middle(search)) > 8)
  )
    faults.push('buttons of the filter in a line alone');
  return faults;
};

/** Language: everything the product itself says is in the person's language. Cells and user texts are exempt. */
const inOneLanguage: Law = ({ tools: { wordsOf, all }, looked: { language } }) => {
  const faults: string[] = [];
  const chrome =
    'button, label, th, dt, legend, h1, h2, h3, h4, [role=tab], [data-empty-state] p, .ant-modal-title, .ant-drawer-title, ' +
    '.ant-select-placeholder, .ant-form-item-extra, .ant-form-item-explain, .ant-alert, .ant-statistic-title, ' +
    '.ant-pagination-total-text, .ant-segmented-item-label, .ant-descriptions-item-label, .ant-steps-item-title, figcaption';
  const written = 'tbody, [data-row-key], [data-paper], li, [role=tree], .ant-select-content';
  const said = [
    ...all(chrome)
      .filter(one => !one.closest(written))
      .map(wordsOf),
    ...all('[placeholder], [aria-label], [title]')
      .filter(one => !one.closest(written))
      .flatMap(one => ['title', 'aria-label', 'placeholder'].map(name => one.getAttribute(name) ?? '')),
  ];
  const foreign = language === 'en' ? /[\u3400-\u9fff]/ : /\b[A-Za-z]{2,}( [a-z]{2,}){2,}/;
  for (const words of new Set(said)) {
    if (foreign.test(words)) faults.push(`not in the person's language: “${words.slice(0, 80)}”`);
    // A missing text shows its key.
    if (/^([a-z]+:)?[a-z]+(\.[a-zA-Z]+)+$/.test(words))
      faults.push(`names a text, does not say it: ${words}`);
  }
  return faults;
};

/**
 * Words: one name for one thing, and nothing that only the product can read: a file's address, a region by its code. Codes are
 * shown in separate columns, named so; what people have written is theirs.
 */
const plainWords: Law = ({ tools: { wordsOf, all }, looked: { names = [], internal = [] } }) => {
  const faults: string[] = [];
  const sayings =
    'button, a, label, th, dt, dd, legend, h1, h2, h3, h4, p, [role=tab], [data-empty-state] p, .ant-alert, .ant-tag, ' +
    '.ant-form-item-extra, .ant-form-item-explain, .ant-modal-title, .ant-drawer-title, .ant-segmented-item-label';
  const said = all(sayings)
    .filter(one => !one.closest('tbody, [data-paper], [role=tree], .ant-select-content, [contenteditable]'))
    .map(wordsOf);
  for (const words of new Set(said))
    for (const { not, name } of names)
      if (new RegExp(not, 'i').test(words)) faults.push(`“${words.slice(0, 60)}” is called “${name}”`);
  const heads = all('.ant-table-thead th').map(wordsOf);
  for (const cell of all('tbody td') as HTMLTableCellElement[]) {
    const words = wordsOf(cell);
    const head = heads[cell.cellIndex] ?? '';
    if (internal.some(one => new RegExp(one).test(words))) faults.push(`shows an internal address: ${words}`);
    const isCode = /ID|代码|编号|编码|号|[Cc]ode|[Nn]umber/.test(head);
    if (!isCode && getComputedStyle(cell).textAlign !== 'right' && /^[1-8]\d(?:\d\d00|0000)$/.test(words))
      faults.push(`shows a region by its code: ${words} under “${head}”`);
  }
  return [...new Set(faults)];
};

/** Readable: nothing below the 12 pixels of a hint. */
const readable: Law = ({ tools: { told, all } }) => {
  const faults: string[] = [];
  const small = all('*').filter(
    one =>
      [...one.childNodes].some(
        node => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      ) &&
      one.closest('svg, sup, .ant-badge') === null &&
      Number.parseFloat(getComputedStyle(one).fontSize) < 12,
  );
  for (const one of small.slice(0, 3)) faults.push(`smaller than 12 px: ${told(one)}`);
  return faults;
};

/** Dialogs: title and buttons are on the screen, whatever is between them. */
const dialogOnScreen: Law = ({ tools: { part, told, all } }) => {
  const { innerWidth, innerHeight } = window;
  const faults: string[] = [];
  for (const one of part.matches('[role=dialog]')
    ? all('.ant-modal-title, .ant-modal-footer button, .ant-drawer-title, .ant-drawer-footer button')
    : []) {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)
      faults.push(`outside of the screen: ${told(one)}`);
  }

  const cross = part.querySelector('.ant-modal-close')?.getBoundingClientRect();
  for (const title of cross ? all('.ant-modal-title') : []) {
    const words = document.createRange();
    words.selectNodeContents(title);
    if (cross && [...words.getClientRects()].some(({ right }) => right > cross.left))
      faults.push(`title under the cross: ${told(title)}`);
  }
  return faults;
};

/**
 * Rows: a list shows several; a table in a dialog comes after what that is for. Which columns have to be in sight beside the
 * buttons is tried by `lists.spec.ts`.
 */
const rowsFirst: Law = ({ tools: { part, all } }) => {
  const { innerHeight } = window;
  const faults: string[] = [];
  const body = part.matches('[role=dialog]') ? undefined : all('.ant-table-body')[0];
  const rows = body ? [...body.querySelectorAll<HTMLElement>('tr[data-row-key]')] : [];
  if (body && rows.length >= 5) {
    const end = Math.min(body.getBoundingClientRect().top + body.clientHeight, innerHeight);
    const seen = rows.filter(row => row.getBoundingClientRect().bottom <= end + 1).length;
    if (seen < 5) faults.push(`shows only ${seen} of ${rows.length} rows`);
  }
  return faults;
};

/** In the dark: nothing glares but pictures and paper. */
const darkIsDark: Law = ({ tools: { told, all }, looked: { dark } }) => {
  const faults: string[] = [];
  const glares = (element: Element) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (
      getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
    ).map(Number);
    return alpha > 0.6 && (red * 0.299 + green * 0.587 + blue * 0.114) / 255 > 0.75;
  };
  for (const one of dark ? all('*') : []) {
    const { width, height } = one.getBoundingClientRect();
    if (width > 40 && height > 16 && glares(one) && one.closest('svg, .ant-qrcode, [data-paper]') === null)
      faults.push(`glares: ${told(one)}`);
  }
  return faults;
};

const laws = [
  sideways,
  cut,
  cutPlaceholders,
  barsWhole,
  overEachOther,
  inLines,
  inOneLanguage,
  plainWords,
  readable,
  dialogOnScreen,
  rowsFirst,
  darkIsDark,
];

async function faultsNow(page: Page, looked: Looked): Promise<string[]> {
  const tools: JSHandle<Tools> = await page.evaluateHandle(toolsFor, looked.within);
  const found: string[] = [];
  const told = { ...looked, names: secondNames(looked.language), internal };
  for (const law of laws) found.push(...(await page.evaluate(law, { tools, looked: told })));
  await tools.dispose();
  return [...new Set(found)];
}

/** Words that are cut in the filter, the toolbar or the headings of the list on the page, see {@link barsWhole}. */
export async function cutInBars(page: Page, language: Language): Promise<string[]> {
  const tools: JSHandle<Tools> = await page.evaluateHandle(toolsFor, 'main');
  const found = await page.evaluate(barsWhole, { tools, looked: { within: 'main', language, dark: false } });
  await tools.dispose();
  return found;
}

/** The faults of a part of the page at rest: elements being measured or fading do not count. */
export async function faultsOfLook(page: Page, looked: Looked, written?: Written): Promise<string[]> {
  const counts = (fault: string) =>
    !(typeof written === 'string' ? fault.includes(written) : written?.test(fault));
  let last: string[] = [];
  await expect
    .poll(
      async () => {
        last = (await faultsNow(page, looked)).filter(counts);
        return last.length;
      },
      { timeout: 8_000, intervals: [50, 100, 200] },
    )
    .toBe(0)
    .catch(() => {});
  return last;
}
