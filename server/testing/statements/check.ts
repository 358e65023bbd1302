import type { PoolClient } from 'pg';
import { declaredIn } from './declared.ts';
import { functionsOf, isAboutName, placesIn, prepare, type Refusal, withoutPlaces } from './prepare.ts';
import { SourceReader } from './reader.ts';
import type { Sources } from './sources.ts';
import { type Statement, statementOf, statementsOf, type Template, templatesOf } from './statements.ts';

/** The result of preparing the statements of the sources. */
export interface Checked {
  /** One line per mistake: the file, the line and the database's message. */
  readonly mistakes: readonly string[];
  /** The templates of the sources, and the places of those in a text that the database accepts. */
  readonly templates: readonly Template[];
  readonly accepted: ReadonlySet<string>;
}

interface Refused {
  readonly statement: Statement;
  readonly supposed: boolean;
  readonly refusal: Refusal;
}

const withoutOffset = (place: string) => place.replace(/:\d+$/, '');

/**
 * Prepares every statement that the sources are found to send, in all its readings.
 *
 * A name that does not exist is always a mistake. Any other refusal is one if the template in which the database stops
 * is part of no text that it accepts: otherwise two readings were combined that never meet at run time. A text that
 * stops at an open parameter has a part that only run time knows, and is left out; so is one that needs another dataset
 * than the one in its place.
 */
export async function checkStatements(
  client: PoolClient,
  sources: Sources,
  modules: ReadonlyMap<string, object>,
): Promise<Checked> {
  const reader = new SourceReader(sources, modules);
  const functions = await functionsOf(client);
  const answers = new Map<string, Refusal | undefined>();
  const accepted = new Set<string>();
  const tryAll = async (statement: Statement): Promise<Refused[]> => {
    const refused: Refused[] = [];
    for (const one of statement.texts) {
      const key = withoutPlaces(one.text);
      if (!answers.has(key)) answers.set(key, await prepare(client, one));
      const refusal = answers.get(key);
      if (refusal) refused.push({ statement, supposed: one.supposed, refusal });
      else for (const place of placesIn(one.text)) accepted.add(place);
    }
    return refused;
  };

  /** Reports whether the name that a message is about is written in a template itself. */
  const writes = (place: string, message: string) => {
    const name = message.match(/(?:\w+\.)?(\w+)"? does not exist/)?.[1];
    const text = templates.find(({ template }) => template.place === place)?.template.text;
    return name !== undefined && text?.includes(name) === true;
  };
  const files = [...new Set(['sql', '.execute('].flatMap(word => sources.naming(word)))].flatMap(
    name => sources.file(name) ?? [],
  );
  const templates = files.flatMap(file => templatesOf(file).map(template => ({ file, template })));
  const refused: Refused[] = [];
  for (const file of files) {
    const statements = [...statementsOf(reader, file), ...declaredIn(reader, file)];
    for (const statement of statements) refused.push(...(await tryAll(statement)));
  }
  const isMistake = ({ refusal, supposed }: Refused) => {
    const { place, message } = refusal;
    if (isAboutName(refusal, functions) && !supposed) return true;
    if (refusal.atOpen || place === undefined || accepted.has(place)) return false;
    return !supposed || (isAboutName(refusal, functions) && writes(place, message));
  };
  const mistakes = refused.filter(isMistake);

  for (const { file, template } of templates) {
    if (!template.whole || accepted.has(template.place)) continue;
    // It may be completed by a statement around it, which brings tables that it does not name itself.
    const alone = await tryAll(statementOf(reader, file, template));
    mistakes.push(
      ...alone.filter(({ refusal }) => refusal.code !== '42P01' && isAboutName(refusal, functions)),
    );
  }
  const lines = mistakes.map(
    ({ statement, refusal }) =>
      `${withoutOffset(refusal.place ?? statement.place)} (run at ${statement.place}): ${refusal.message}`,
  );
  return {
    mistakes: [...new Set(lines)].sort(),
    templates: templates.map(({ template }) => template),
    accepted,
  };
}
