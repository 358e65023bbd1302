import type { DatasetName } from '@yikao/model/contexts/datasets.ts';
import type { SiteKey } from '@yikao/model/contexts/system/website.calls.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { PermissionCode } from '@yikao/model/permissions.ts';

/**
 * Shapes of the built-in reference data (domain 7). Rows refer to others by identifiers that are stable outside the
 * database: GB/T 2260 codes for places, names for tags and regions. The loader converts them to ids. Money and scores
 * are decimal strings, flags are 1 or 0.
 */

/** A flag as stored: 1 yes, 0 no. */
export type Flag = 0 | 1;

/** One of the seven regions (domain 7.3), with the provinces that belong to it. */
export interface RegionSeed {
  readonly regionName: string;
  /** GB/T 2260 codes. */
  readonly provinceIds: readonly number[];
}

/** Mode of a province's college entrance exam: 1 3+3, 2 3+1+2, 3 arts-science (domain B1). */
export type ExamModeCode = 1 | 2 | 3;

/** A province (domain B1, 7.3). The exam mode is not here: it depends on the year, see {@link ExamModeSeed}. */
export interface ProvinceSeed {
  /** GB/T 2260 code. */
  readonly provinceId: number;
  /** Name in daily use, without 省, 市 or 自治区. */
  readonly provinceName: string;
  /** The single character of number plates and railway maps. */
  readonly provinceShortName: string;
  /** A {@link RegionSeed.regionName}. */
  readonly regionName: string;
  /** Full mark of the college entrance exam. */
  readonly cultureFull: number;
  /** Popular provinces are shown first in the apps. */
  readonly hotFlag: Flag;
  /** 0 for the three provinces the product does not serve yet (domain 6, Q56). */
  readonly status: Flag;
}

/** From `fromYear` on the college entrance exam of a province has this mode (domain 7.3). */
export interface ExamModeSeed {
  readonly provinceId: number;
  readonly fromYear: number;
  readonly mode: ExamModeCode;
}

/** A place of the tree of cities (domain B2): 1 province, 2 city, 3 county. */
export interface CitySeed {
  /** Six digits, the key. */
  readonly code: number;
  /** Full name, such as 长沙市; a municipality's only city has the municipality's name. */
  readonly cityName: string;
  /** Code of the city-level place this one is or lies in; null on the province level. */
  readonly cityId: number | null;
  /** Code of the province-level place this one is or lies in. */
  readonly provinceId: number;
  readonly level: 1 | 2 | 3;
  /** Code of the place one step up; 0 on the province level. */
  readonly parentCode: number;
}

/** Built-in tags of schools (domain 7.3). */
export type SchoolTag =
  | '985'
  | '211'
  | '双一流'
  | '独立设置艺术院校'
  | '参照独立设置'
  | '师范'
  | '综合'
  | '省重点';

/** A school with arts programmes (domain C1). */
export interface SchoolSeed {
  /** The five digits that admissions use: the end of the national identification code. */
  readonly schoolNo: string;
  readonly schoolName: string;
  /** The name before the last renaming, which older admission data uses. Null without a recent one. */
  readonly formerName: string | null;
  /** Location of the school, not its authority. */
  readonly provinceId: number;
  /** Code of a city-level place. */
  readonly cityId: number;
  /** 1 undergraduate, 2 junior college. */
  readonly schoolLevel: 1 | 2;
  /** 1 public, 2 private, 3 joint venture, 4 independent. */
  readonly nature: 1 | 2 | 3 | 4;
  readonly tags: readonly SchoolTag[];
  /** The authority that runs the school; null if uncertain. */
  readonly belong: string | null;
  /** Null if uncertain. */
  readonly siteUrl: string | null;
}

/** An entry of the type dictionary (domain A14). */
export interface TypeDictSeed {
  /** 1 tag, 2 category, 3 major, 4 subject. */
  readonly typeFlag: 1 | 2 | 3 | 4;
  readonly typeName: string;
  readonly orderNum: number;
}

/** A joint-exam category as every enabled province has it in its present data year (domain B7, 7.3). */
export interface JointCategorySeed {
  readonly jointCategoryName: string;
  /** Family of unified exams, `jointParent` of the model. */
  readonly parentType: 1 | 2 | 3 | 4 | 5 | 6;
  /** Decimal string. */
  readonly fullScore: string;
  /** Subjects and marks as text, such as `素描100、色彩100、速写100`. */
  readonly subjects: string;
  readonly orderNum: number;
}

/** Branding of one website (domain A11). */
export interface WebsiteSeed {
  readonly host: string;
  readonly siteKey: SiteKey;
  readonly title: string;
  readonly shortTitle: string;
  readonly footer: string;
  readonly icpNo: string;
  readonly policeNo: string;
  readonly servicePhone: string;
}

/** A parameter of the system (domain 7.4). */
export interface ConfigSeed {
  readonly configKey: string;
  /** Always text; lists are joined with commas. */
  readonly configValue: string;
  /** Its meaning, for the page that edits it. */
  readonly description: Label;
}

/** A page of the back-office menu (domain 7.1). */
export interface MenuPageSeed {
  /** Place within its group, 1 the first. */
  readonly order: number;
  readonly title: Label;
  /** Address of the page, unique in the tree. */
  readonly permUrl: `/${string}`;
  /** Name of a component of `@ant-design/icons`. */
  readonly icon: `${string}Outlined`;
  /** The dataset of the screen: its permission codes are the page's buttons, and its `list` opens the page. */
  readonly dataset?: DatasetName;
  /** Permission codes that open a page without a dataset; one of them suffices. */
  readonly permCodes?: readonly PermissionCode[];
  /** 1 for the two extra routes that every person has and the menu does not show (spec section 2). */
  readonly hiddenFlag?: Flag;
}

/** A group of the back-office menu (domain 7.1). */
export interface MenuGroupSeed {
  readonly title: Label;
  readonly icon: string;
  readonly pages: readonly MenuPageSeed[];
}

/** A role, with its permissions as patterns that the model's `patternGrants` understands (domain 7.2). */
export interface RoleSeed {
  readonly roleCode: string;
  readonly roleName: string;
  /** 0 all, 1 own partner, 2 own province, 3 own agency, 4 self. */
  readonly dataScope: 0 | 1 | 2 | 3 | 4;
  /** The role holds every known code that one of these patterns grants … */
  readonly grants: readonly string[];
  /** … and none of these patterns excludes. */
  readonly except: readonly string[];
  readonly remark: string;
}

/** A partner of the demo data (domain F1). */
export interface DemoPartnerSeed {
  readonly partnersName: string;
  /** The {@link DemoPartnerSeed.partnersName} above it; left out for one at the top. */
  readonly parentName?: string;
  readonly channelName: string;
  readonly userName: string;
  readonly position: string;
  readonly phone: string;
  readonly address: string;
  readonly provinceIds: readonly number[];
  /** Commission rates as decimal strings. */
  readonly guideRate: string;
  readonly probRate: string;
  readonly listRate: string;
}

/** A channel of the demo data (domain F4). */
export interface DemoChannelSeed {
  /** Its code: capital letters and digits. */
  readonly channel: string;
  /** The `channelName` above it; left out for one at the top. */
  readonly parentName?: string;
  readonly channelName: string;
  /** A {@link DemoPartnerSeed.partnersName}. */
  readonly partnersName: string;
  /** 1 direct, 2 agency, 3 partner, 4 advertising, 5 cross-industry. */
  readonly channelType: 1 | 2 | 3 | 4 | 5;
  readonly provinceId: number;
  /** Decimal string. */
  readonly commissionRate: string;
  /** Share of the channel above it, a decimal string. */
  readonly parentRate?: string;
  readonly orderNum: number;
}

/** An agency of the demo data (domain F5). */
export interface DemoAgentSeed {
  readonly agentName: string;
  readonly agentCode: string;
  /** A {@link DemoPartnerSeed.partnersName}. */
  readonly partnersName: string;
  readonly provinceId: number;
  readonly cityId: number;
  readonly contact: string;
  readonly phone: string;
  readonly address: string;
  readonly studentNum: number;
  /** Share of an order's amount that the partner passes on. */
  readonly commissionRate: string;
}

/** An account of the demo data (domain 7.3). It has no password here: the loader sets one when it starts. */
export interface DemoAccountSeed {
  readonly userName: string;
  readonly nickName: string;
  readonly mobile: string;
  /** 1 admin, 2 staff, 3 sale, 4 partner, 5 agency. */
  readonly userType: 1 | 2 | 3 | 4 | 5;
  readonly roleCodes: readonly string[];
  readonly adminFlag: Flag;
  readonly saleFlag: Flag;
  readonly provinceId: number | null;
  /** A {@link DemoPartnerSeed.partnersName}. */
  readonly partnersName: string | null;
  /** A {@link DemoAgentSeed.agentName}. */
  readonly agentName: string | null;
}

/** The facts of a joint category for the demo calendar, which is in the database. */
export interface CalendarCategory {
  readonly jointCategoryId: number;
  readonly provinceId: number;
  readonly dataYear: number;
  readonly jointCategoryName: string;
  readonly parentType: number;
}

/** The facts of a school for the demo calendar, which is in the database. */
export interface CalendarSchool {
  readonly schoolId: number;
  readonly schoolNo: string;
  readonly schoolName: string;
  readonly provinceId: number;
}

/** A calendar row of the demo data (domain C3); times are `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
export interface CalendarSeed {
  readonly dataYear: number;
  readonly provinceId: number;
  readonly jointCategoryId: number;
  readonly schoolId: number;
  readonly roundNo: number;
  /** 1 unified and school exam, 2 unified only, 3 school only. */
  readonly examType: 1 | 2 | 3;
  readonly examTypeChange: Flag;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly onlineExamStartTime: string | null;
  readonly onlineExamEndTime: string | null;
  readonly remark: string | null;
  readonly examTime: string | null;
  readonly onlineSchoolRemark: string | null;
  /** HTML, as are the two below. */
  readonly onlineSchoolInfoUrl: string | null;
  readonly examInfo: string | null;
  readonly subject: string | null;
  readonly orderNum: number;
}

/** A batch as every enabled province has it in its present data year (domain B8). */
export interface BatchSeed {
  readonly batch: number;
  readonly batchName: string;
  /** 1 undergraduate, 2 junior college. */
  readonly diploma: 1 | 2;
  /** 1 parallel, 2 sequential. */
  readonly archiveRule: 1 | 2;
  /** 1 unified exam, 2 school exam. */
  readonly admitType: 1 | 2;
  readonly voluntaryNum: number;
}

/** A kind of ranking (domain B10): 1 of majors, 2 of schools. */
export interface RankCategorySeed {
  readonly categoryName: string;
  readonly publisher: string | null;
  readonly level: 1 | 2;
}

/** A column of content on the highest level (domain B6). */
export interface ColumnSeed {
  readonly columnName: string;
  readonly orderNum: number;
}

/** A major of the arts (domain C5). */
export interface MajorSeed {
  readonly profCode: string;
  readonly profName: string;
  /** A class of the type dictionary. */
  readonly typeName: string;
  /** Family of joint exams, `jointParent` of the model. */
  readonly jointParent: number;
}
