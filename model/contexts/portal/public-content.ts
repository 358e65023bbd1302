import { z } from 'zod';
import { currentWebsite } from '../system/website.calls.ts';

const path = z.string().nullable();
const id = z.int();
/** A size in pixels; null for a picture that was stored before sizes were kept. */
const side = z.int().nullable();
/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
const time = z.string();
/** A score as decimal text. */
const mark = z.string().nullable();
const money = z.string();

/** A picture of the carousel; `linkType` is a code of `carouselLink`. */
const picture = z.object({
  carouselId: id,
  title: z.string(),
  image: z.string(),
  width: side,
  height: side,
  linkType: id,
  linkValue: z.string().nullable(),
});

/** Goods of the house on sale now; `intro` is sanitised HTML. */
const goods = z.object({
  goodsId: id,
  goodsName: z.string(),
  goodsType: id,
  price: money,
  linePrice: money.nullable(),
  cover: path,
  width: side,
  height: side,
  intro: z.string().nullable(),
  /** Names of the provinces that they are for; empty for all. */
  provinces: z.array(z.string()),
  soldOut: z.boolean(),
});

/** A province that is served, with its great region and the products that are open there. */
const province = z.object({
  provinceId: id,
  name: z.string(),
  region: z.string().nullable(),
  guideFlag: id,
  probFlag: id,
  listFlag: id,
});

/** A published article in a list. */
const articleHead = z.object({
  articleId: id,
  columnId: id,
  title: z.string(),
  summary: z.string().nullable(),
  cover: path,
  width: side,
  height: side,
  publishTime: time,
});

/** A column with its newest articles. */
const column = z.object({ columnId: id, columnName: z.string(), articles: z.array(articleHead) });

/** A partner that is shown. */
const partner = z.object({ partnersName: z.string(), logo: path, width: side, height: side });

/** Control lines of a province in a batch. */
const line = z.object({
  dataYear: id,
  province: z.string(),
  category: z.string(),
  batchName: z.string().nullable(),
  aos: id,
  cultureLine: mark,
  profLine: mark,
  compositeLine: mark,
  passLine: mark,
});

/** A chapter of the guide; free ones have an address to read them. */
const chapter = z.object({
  id,
  title: z.string(),
  chapter: id,
  province: z.string(),
  freeFlag: id,
});

/** A free question of the guide with its answer, sanitised HTML. */
const question = z.object({ id, title: z.string(), content: z.string() });

/** A date of the exam schedule; `url` is an official page. */
const event = z.object({
  scheduleId: id,
  title: z.string(),
  scheduleType: id,
  province: z.string(),
  startTime: time,
  endTime: time.nullable(),
  url: z.string().nullable(),
});

const entry = {
  menuId: id,
  menuName: z.string(),
  icon: z.string(),
  linkType: id,
  linkValue: z.string(),
  loginFlag: id,
};

/** An entry of the menu of the H5 app, with those beneath it. */
const menuEntry = z.object({ ...entry, children: z.array(z.object(entry)) });

/** Ways to the apps; null where there is none yet. */
const app = z.object({
  androidUrl: z.string().nullable(),
  iosUrl: z.string().nullable(),
  /** News of the latest version, one a line. */
  notes: z.string().nullable(),
});

/** A country of study abroad; `intro` is sanitised HTML, here and below. */
const country = z.object({
  countryId: id,
  countryName: z.string(),
  enName: z.string().nullable(),
  flag: path,
  hotFlag: id,
  intro: z.string().nullable(),
});

const direction = z.object({
  id,
  directionName: z.string(),
  parentId: id,
  countryIds: z.array(id),
  cover: path,
  intro: z.string().nullable(),
});

const school = z.object({
  id,
  schoolName: z.string(),
  enName: z.string().nullable(),
  countryId: id,
  cityName: z.string().nullable(),
  qsRank: id.nullable(),
  directionIds: z.array(id),
  tuition: z.string().nullable(),
  language: z.string().nullable(),
  siteUrl: z.string().nullable(),
  logo: path,
  intro: z.string().nullable(),
});

const item = z.object({
  id,
  itemName: z.string(),
  countryId: id,
  directionId: id,
  schoolId: id.nullable(),
  degree: id,
  price: money,
  duration: z.string().nullable(),
  requirement: z.string().nullable(),
  cover: path,
  intro: z.string().nullable(),
});

/** Study abroad: what is switched on or on the shelf. */
const abroad = {
  countries: z.array(country),
  directions: z.array(direction),
  schools: z.array(school),
  items: z.array(item),
};

/** See {@link abroad}. */
export type AbroadContent = z.infer<z.ZodObject<typeof abroad>>;

/** The parts of public pages that are lists of rows, each by its name. */
const parts = {
  pictures: z.array(picture),
  goods: z.array(goods),
  provinces: z.array(province),
  columns: z.array(column),
  partners: z.array(partner),
  lines: z.array(line),
  chapters: z.array(chapter),
  questions: z.array(question),
  events: z.array(event),
  menu: z.array(menuEntry),
  app,
  ...abroad,
};

/**
 * The content of a public page: rows that are switched on or published, and no other fields (domain A11, section 5).
 * A page has the parts that `publicPages` names. Pictures are public paths of files.
 */
export const publicContent = z.object({ site: currentWebsite, ...z.object(parts).partial().shape });

/** See {@link publicContent}. */
export type PublicContent = z.infer<typeof publicContent>;

/** The type of a part of a public page, such as `goods`. */
export type ContentPart<K extends keyof typeof parts> = z.infer<(typeof parts)[K]>;

/** See {@link articleHead}. */
export type ArticleHead = z.infer<typeof articleHead>;
