import type { registry } from '@yikao/model/contexts/datasets.ts';
import { type CurrentWebsite, currentWebsite } from '@yikao/model/contexts/system/website.calls.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { enabled } from '../../shared/enabled.ts';
import type { SourceVersions } from './source-versions.ts';

/** The branding of a site with the host under which the world knows it. */
export interface Site extends CurrentWebsite {
  readonly siteId: number;
  /** Undefined for the built-in brand, which shows while no site is enabled. */
  readonly host: string | undefined;
  /** Name of the site as visitors know it: the short title, since the title is that of the back-office. */
  readonly name: string;
}

/** The brand of a product without any enabled site. */
export const builtIn: Site = {
  ...{ siteId: 0, host: undefined, name: '艺考', siteKey: 'ykzyb', title: '艺考', shortTitle: '艺考' },
  ...{
    logo: null,
    loginBg: null,
    footer: null,
    icpNo: null,
    policeNo: null,
    servicePhone: null,
    qrCode: null,
  },
};

/** Finds the site of a request. */
export interface Sites {
  /** The site of a host, in whatever case. A host that is none of ours gets the default site, and learns no other. */
  of(host: string): Promise<Site>;
  /** The enabled site with a key, whatever its host; undefined if there is none. */
  withKey(siteKey: string): Promise<Site | undefined>;
}

type Row = CurrentWebsite & Columns<typeof registry.website, 'siteId' | 'host'>;

/** Reads the enabled sites, and again once one of them, or the parameter of the default one, has changed. */
export function createSites({ db }: Pick<Engine, 'db'>, versions: SourceVersions): Sites {
  let known: { readonly versions: string; readonly sites: Promise<readonly Site[]> } | undefined;

  async function read(): Promise<readonly Site[]> {
    const defaultKey = await readParameter(db, 'site.defaultKey');
    const found = await sql<Row>`
      select site_id, host, site_key, title, short_title, logo, login_bg, footer, icp_no, police_no, service_phone,
        qr_code
      from t_website where status = ${enabled} and not deleted
      order by site_key = ${defaultKey} desc, site_id`.execute(db);
    return found.rows.map(({ siteId, host, ...row }) => {
      const brand = currentWebsite.parse(row);
      return { ...brand, siteId, host: host.toLowerCase(), name: brand.shortTitle ?? brand.title };
    });
  }

  async function all(): Promise<readonly Site[]> {
    const standing = await versions.of(['website', 'config']);
    if (known?.versions !== standing) {
      const reading = { versions: standing, sites: read() };
      known = reading;
      reading.sites.catch(() => {
        if (known === reading) known = undefined;
      });
    }
    return known.sites;
  }

  return {
    async of(host) {
      const sites = await all();
      return sites.find(site => site.host === host.toLowerCase()) ?? sites[0] ?? builtIn;
    },
    async withKey(siteKey) {
      return (await all()).find(site => site.siteKey === siteKey);
    },
  };
}
