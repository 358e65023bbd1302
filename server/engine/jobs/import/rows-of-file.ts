import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import type { Difference } from '../../store/compared.ts';
import { provisionalKey } from '../../write/row-rules.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import type { ReferenceNames } from './reference-names.ts';

/** Characters that an issue keeps of a name. */
const keptOfName = 64;

/** The name under which a dry run shows a row its file would add, when another row refers to it. */
export interface SupposedRow {
  readonly name: string;
  /** Row of the sheet. */
  readonly row: number;
}

/**
 * The rows of a file that other rows of the same file refer to by name, as a child names its parent. Only datasets
 * with a reference to themselves have it.
 */
export class RowsOfFile {
  private readonly spellings: readonly string[];
  private readonly references: ReadonlyMap<string, ReferenceNames>;
  /** Names of rows in the file that the cached names do not include yet. */
  private readonly names = new Set<string>();
  /** Names of the rows that a dry run would add, by provisional key. */
  private readonly supposed = new Map<number, SupposedRow>();

  private constructor(spellings: readonly string[], references: ReadonlyMap<string, ReferenceNames>) {
    this.spellings = spellings;
    this.references = references;
  }

  /** Undefined for a dataset, or a file, without references to rows of the same dataset. */
  static of(dataset: AnyDataset, references: ReadonlyMap<string, ReferenceNames>): RowsOfFile | undefined {
    const own = [...references].filter(([name]) => {
      const field = fieldOf(dataset, name);
      return field?.kind === 'ref' && field.to === dataset.name;
    });
    const { name, also = [] } = dataset.identity;
    return own.length === 0 ? undefined : new RowsOfFile([name, ...also], new Map(own));
  }

  /** Notes the names of a row that was read. */
  note({ values }: ReadRow): void {
    for (const spelling of this.spellings) {
      const text = values[spelling];
      if (typeof text === 'string') this.names.add(nameOf(text));
    }
  }

  /** Forgets the names noted so far: the rows that had them have been written or supposed, or were refused. */
  settle(): void {
    this.names.clear();
  }

  /** Reports whether a row names one of these, which must be written, or supposed, before the row can be read. */
  isMeantBy({ issues }: ReadRow): boolean {
    return issues.some(
      ({ field, code, params }) =>
        code === 'unknownName' &&
        this.references.has(field) &&
        this.names.has(nameOf(String(params.value ?? ''))),
    );
  }

  /** Takes the rows in that a dry run would add, so that later rows find them. */
  suppose(rows: readonly { readonly number: number; readonly values: RowValues }[]): void {
    const [name = ''] = this.spellings;
    for (const { number, values } of rows) {
      const key = provisionalKey(number);
      for (const names of this.references.values()) names.add(key, values);
      this.supposed.set(key, { name: String(values[name] ?? ''), row: number });
    }
  }

  /** Differences for display: a row without a key is identified by its name. */
  tell(differences: readonly Difference[]): readonly Difference[] {
    if (this.supposed.size === 0) return differences;
    return differences.map(difference => {
      const told = [...this.references.keys()].flatMap(field => {
        const change = difference.changes[field];
        const row = this.supposed.get(Number(change?.[1] ?? 0));
        return change && row ? [[field, [change[0], row]] as const] : [];
      });
      if (told.length === 0) return difference;
      return { ...difference, changes: { ...difference.changes, ...Object.fromEntries(told) } };
    });
  }
}

function nameOf(text: string): string {
  return foldText(text.slice(0, keptOfName));
}
