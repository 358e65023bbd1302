import { registry } from '@yikao/model/contexts/datasets.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { belongs } from '@yikao/model/kernel/validate/when.ts';
import { sql } from 'kysely';
import { type Change, defineServer, type Verdict } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';

const { goods } = registry;
type Fields = typeof goods.fields;

/** Kinds of goods that are a card (domain G5); others may have one. */
const needsCard: readonly (number | null | undefined)[] = [1, 2, 3];

/** Judges goods: those that are cards name their card, by its own field or by the number of the catalogue. */
function judge({ key, row, values }: Change<Fields>): Verdict<Fields> {
  const { bizId } = values;
  const given = bizId !== undefined && bizId !== null;
  if (given && !belongs(goods.fields.cardId, row)) {
    return {
      issues: [
        issue('bizId', 'rule', { zh: '该类型的商品没有关联数据', en: 'goods of this kind link to nothing' }),
      ],
    };
  }
  if (given && Object.hasOwn(values, 'cardId') && values.cardId !== null && values.cardId !== bizId) {
    return {
      issues: [issue('bizId', 'rule', { zh: '与关联卡不一致', en: 'is not the card that is given' })],
    };
  }
  const cardId = given ? bizId : row.cardId;
  const touched =
    key === undefined || ['goodsType', 'cardId', 'bizId'].some(name => Object.hasOwn(values, name));
  if (touched && needsCard.includes(row.goodsType) && !cardId)
    return { issues: [issue('cardId', 'required')] };
  return given ? { values: { cardId } } : {};
}

/** Server side of the goods. */
export const goodsServer = defineServer(goods, {
  expressions: { bizId: alias => sql`${column(alias, 'card_id')}` },
  reads: ['goodsType', 'cardId'],
  before: async (_, changes) => changes.map(judge),
});
