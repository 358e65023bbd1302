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

/** The references of goods to their product, of which the kind of goods has one. */
const products = ['cardId', 'courseId', 'lectureId'] as const;

/** Judges goods: those that are cards name their card, by its own field or by the number of the catalogue. */
function judge({ key, row, values }: Change<Fields>): Verdict<Fields> {
  const { bizId } = values;
  const given = bizId !== undefined && bizId !== null;
  const product = products.find(name => belongs(goods.fields[name], row));
  if (given && product === undefined) {
    return {
      issues: [
        issue('bizId', 'rule', { zh: '该类型的商品没有关联数据', en: 'goods of this kind link to nothing' }),
      ],
    };
  }
  const named = product && Object.hasOwn(values, product) ? values[product] : null;
  if (given && product && named !== null && named !== bizId) {
    const { zh, en } = goods.fields[product].label;
    return {
      issues: [
        issue('bizId', 'rule', { zh: `与${zh}不一致`, en: `is not the ${en.toLowerCase()} that is given` }),
      ],
    };
  }
  const cardId = given && product === 'cardId' ? bizId : row.cardId;
  const touched =
    key === undefined || ['goodsType', 'cardId', 'bizId'].some(name => Object.hasOwn(values, name));
  if (touched && needsCard.includes(row.goodsType) && !cardId)
    return { issues: [issue('cardId', 'required')] };
  return given && product ? { values: { [product]: bizId } } : {};
}

/** Server side of the goods. */
export const goodsServer = defineServer(goods, {
  expressions: {
    bizId: alias =>
      sql`coalesce(${column(alias, 'card_id')}, ${column(alias, 'course_id')}, ${column(alias, 'lecture_id')})`,
  },
  reads: ['goodsType', 'cardId', 'courseId', 'lectureId'],
  before: async (_, changes) => changes.map(judge),
});
