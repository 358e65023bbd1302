import type { Consultation } from '@yikao/model/contexts/portal/portal.calls.ts';
import { publicPages } from '@yikao/model/contexts/portal/public-pages.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { takeInOutsideLead } from '../../crm/outside-lead.ts';
import { useSmsCode } from '../../system/sms/sms-code.ts';
import { nameOfItem } from '../content/abroad-content.ts';
import { enabledChannel } from '../visits/channels.ts';

/** The sources of leads from public pages: study abroad has its own (domain 7.3, B5). */
const sources = {
  abroad: { code: 'abroad', name: '留学', type: 5 },
  web: { code: 'h5', name: 'H5', type: 4 },
} as const;

/** The programme that somebody asks about, as a line; one that visitors no longer see is left out. */
async function itemLine(db: Db, itemId: number | null | undefined): Promise<readonly string[]> {
  const name = itemId == null ? undefined : await nameOfItem(db, itemId);
  return name === undefined ? [] : [`项目：${name}`];
}

/**
 * Takes in a consultation of a public page (domain section 5, A11): the text code is used up, which proves that the
 * number is the person's own, and the person becomes a lead of the channel by which the visit came. Nothing of what is
 * known about the number leaves. Throws `wrongSmsCode`.
 */
export async function consult(engine: Engine, asked: Consultation): Promise<void> {
  const { name, mobile, smsCode, itemId, remark, page, channel } = asked;
  await useSmsCode(engine.db, { mobile, scene: 'consult', code: smsCode, now: engine.clock.now() });
  await transact(engine.db, async db => {
    const abroad = page === 'yklxfw';
    const about = abroad ? await itemLine(db, itemId) : [];
    const heading = abroad ? '留学咨询' : `官网咨询：${publicPages[page].title}`;
    const words = [heading, `姓名：${name}`, ...about, ...(remark ? [remark] : [])].join('\n');
    await takeInOutsideLead(engine, db, {
      ...{ mobile, name, words },
      source: abroad ? sources.abroad : sources.web,
      channel: await enabledChannel(db, channel),
    });
  });
}
