import { z } from 'zod';
import { codeItem } from '../../kernel/codes.ts';
import { type Label, label } from '../../kernel/label.ts';
import { type JobClass, jobClass } from './schedule.codes.ts';

/**
 * The settings of handlers of scheduled jobs, as an object (domain A10). One that is not named here takes nothing.
 */
export const scheduledParams = {
  /** Checks another data year than the present one. */
  calendarCheckJob: z.strictObject({ dataYear: z.number().int().min(2000).max(2100).optional() }),
} as const satisfies Partial<Record<JobClass, z.ZodObject>>;

const none = z.strictObject({});

/** The schema of a handler's parameters. */
function schemaOf(of: string): z.ZodObject {
  const known: Readonly<Record<string, z.ZodObject>> = scheduledParams;
  return (Object.hasOwn(known, of) ? known[of] : undefined) ?? none;
}

/** Returns the reason why a handler cannot use these parameters, with those it accepts; undefined if it can. */
export function scheduledParamsProblem(of: string, params: unknown): Label | undefined {
  const schema = schemaOf(of);
  const read = schema.safeParse(params ?? {});
  if (read.success) return undefined;
  const wrong = [
    ...new Set(
      read.error.issues.flatMap(found =>
        found.code === 'unrecognized_keys' ? found.keys : found.path.map(String).slice(0, 1),
      ),
    ),
  ].map(name => name.slice(0, 32));
  const takes = Object.keys(schema.shape);
  const { zh, en } = codeItem(jobClass, of)?.label ?? label(of, of);
  const list = (names: readonly string[], separator: string) => names.slice(0, 5).join(separator);
  const bad = {
    zh: wrong.length === 0 ? '参数应为 JSON 对象' : `参数 ${list(wrong, '、')} 不正确`,
    en: wrong.length === 0 ? 'must be a JSON object' : `has wrong parameters: ${list(wrong, ', ')}`,
  };
  return takes.length === 0
    ? label(`“${zh}”没有参数，请留空`, `of "${en}" must be empty: it takes none`)
    : label(
        `${bad.zh}；“${zh}”可用的参数：${list(takes, '、')}`,
        `${bad.en}; "${en}" takes ${list(takes, ', ')}`,
      );
}
