import { kindOf } from '@yikao/model/fields/index.ts';
import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { ImportKind } from '@yikao/model/kernel/import-kinds.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { escapeClearWord } from '@yikao/model/kernel/validate/cell.ts';
import { joinCells } from '@yikao/model/rules/combined-cells.ts';
import type { WriteColumn, WriteValue } from '../../../excel/index.ts';
import { serverKindOf } from '../../fields/index.ts';
import { maskedValue, readsWhole } from '../../read/mask.ts';
import type { FoundRow } from '../../read/select.ts';
import { shownStaff } from '../../read/staff-names.ts';
import type { Actor } from '../../scope/actor.ts';
import { cellOfHtml } from '../../write/sanitise.ts';
import type { ReferredNames } from './referred-names.ts';

/** A column of an exported sheet, and how a row fills it. */
export interface ExportColumn {
  readonly write: WriteColumn;
  cell(row: FoundRow): WriteValue;
}

/** Cached cells per column: codes repeat, and each costs a search. */
const rememberedCells = 4_096;

/**
 * The columns of an export, in the requested order. Rows are given in canonical form. References are written as names,
 * or as ids if the row no longer exists; codes as labels or as stored.
 */
export function exportColumns(
  dataset: AnyDataset,
  fields: readonly string[],
  actor: Actor,
  codesAs: 'label' | 'code',
  names: ReferredNames,
): ExportColumn[] {
  const whole = readsWhole(dataset, actor);
  return fields.map(name => {
    // Checked by `startExport` against the fields that may be exported.
    const field = fieldOf(dataset, name) as Field;
    const kind = kindOf(field);
    const asCode =
      codesAs === 'code' && (field.kind === 'code' || field.kind === 'codes' || field.kind === 'yesNo');
    return {
      write: {
        header: field.label[actor.language],
        width: kind.width(field),
        format: asCode ? ('general' as const) : kind.format(field),
      },
      cell:
        (field.kind === 'ref' || field.kind === 'refs') && name !== dataset.key
          ? row => nameCell(name, field, row, actor, names)
          : remembered(field, valueCell(field, actor, asCode, whole), name),
    };
  });
}

/** Columns that combine two fields each; `parts` are the columns of these fields, in order. */
export function combinedColumns(
  kind: ImportKind | undefined,
  parts: readonly ExportColumn[],
  language: Language,
): ExportColumn[] {
  return (kind?.combines ?? []).map(({ label, form }, at) => {
    const textOf = (part: number, row: FoundRow): string | null => {
      const cell = parts[2 * at + part]?.cell(row) ?? null;
      if (cell === null) return null;
      // Dates and decimals are objects with a single value.
      return String(typeof cell === 'object' ? Object.values(cell)[0] : cell);
    };
    return {
      write: { header: label[language], width: 28, format: 'text' },
      cell: row => joinCells(form, [textOf(0, row), textOf(1, row)]),
    };
  });
}

function nameCell(name: string, field: Field, row: FoundRow, actor: Actor, names: ReferredNames): WriteValue {
  const value = row[name];
  if (value === null || value === undefined) return null;
  if (field.kind === 'ref' && field.zero && Number(value) === 0) return field.zero[actor.language];
  const known = names.nameOf(name, row);
  const shown = field === systemFields.updateBy ? shownStaff(value, known, actor.language).name : known;
  return shown === null ? String(value) : escapeClearWord(String(shown));
}

function valueCell(
  field: Field,
  actor: Actor,
  asCode: boolean,
  whole: boolean,
): (value: unknown) => WriteValue {
  const kind = kindOf(field);
  const server = serverKindOf(field);
  return value => {
    const canonical = server.canonicalSql ? value : server.fromColumn(value);
    if (asCode) return typeof canonical === 'number' ? canonical : String(canonical);
    const told = whole ? canonical : maskedValue(field, canonical);
    // The value is canonical here, as the field's kind requires.
    const output = kind.encode(field, told as never, actor.language);
    if (typeof output !== 'string') return output;
    return escapeClearWord(field.kind === 'richText' ? cellOfHtml(output) : output);
  };
}

function remembered(
  field: Field,
  encode: (value: unknown) => WriteValue,
  name: string,
): ExportColumn['cell'] {
  if (field.kind !== 'code' && field.kind !== 'yesNo') {
    return row => {
      const value = row[name];
      return value === null || value === undefined ? null : encode(value);
    };
  }
  const memory = new Map<unknown, WriteValue>();
  return row => {
    const value = row[name];
    if (value === null || value === undefined) return null;
    let cell = memory.get(value);
    if (cell === undefined) {
      if (memory.size >= rememberedCells) memory.clear();
      cell = encode(value);
      memory.set(value, cell);
    }
    return cell;
  };
}
