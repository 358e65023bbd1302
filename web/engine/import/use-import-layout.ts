import type { ImportPreview } from '@yikao/model/calls/import-columns.ts';
import { useState } from 'react';

/** The meaning of an upper heading; null if it does not produce rows. */
export type GroupMeaning = { readonly field: string; readonly value: string } | null;

/** The layout of a file apart from its columns, as sent. */
export interface FileLayout {
  readonly asked: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, GroupMeaning>>;
  readonly tables: readonly {
    readonly sheet: number;
    readonly headerRow: number;
    readonly headerRows: 1 | 2;
    readonly values: Readonly<Record<string, string>>;
  }[];
}

/** The suggested layout of a file, and the person's changes to it. */
export interface ImportLayout {
  readonly given: {
    /** Fields with a value for the whole file, or that lack one. */
    readonly fields: readonly string[];
    valueOf(name: string): string;
    give(name: string, value: string): void;
  };
  readonly tables: {
    /** Fields whose values differ between the tables. */
    readonly fields: readonly string[];
    isTaken(at: number): boolean;
    take(at: number, taken: boolean): void;
    valueOf(at: number, name: string): string;
    give(at: number, name: string, value: string): void;
  };
  /** Upper headings that the person has marked as not producing rows. */
  readonly leftGroups: readonly string[];
  /** The meanings of upper headings that the person has changed. */
  readonly meanings: Readonly<Record<string, GroupMeaning>>;
  mean(label: string, meaning: GroupMeaning): void;
  groupValue(label: string, offered: string): string;
  /** The layout for the request; `missing` is whether something is not given that rows cannot do without. */
  said(preview: ImportPreview | undefined): { readonly layout: FileLayout; readonly missing: boolean };
  forget(): void;
}

/** Manages the person's choices about a file's layout. */
export function useImportLayout(preview: ImportPreview | undefined): ImportLayout {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [meanings, setMeanings] = useState<Readonly<Record<string, GroupMeaning>>>({});
  const [taken, setTaken] = useState<Readonly<Record<number, boolean>>>({});
  const [told, setTold] = useState<Readonly<Record<string, string>>>({});

  const partsOf = (of: ImportPreview | undefined) => {
    const tables = of?.tables ?? [];
    const names = [...new Set(tables.flatMap(({ values }) => Object.keys(values)))];
    const differing = names.filter(name => new Set(tables.map(({ values }) => values[name] ?? '')).size > 1);
    const [first] = tables;
    const isTaken = (at: number) => {
      const table = tables[at];
      if (!table || at === 0) return at === 0;
      // A separate sheet may be unrelated; one whose title sets values for its rows belongs to the others.
      return taken[at] ?? (table.sheet === first?.sheet || differing.some(name => table.values[name]));
    };
    const several = tables.some((_, at) => at > 0 && isTaken(at));
    const fields = several ? differing : [];
    const saidOf = (at: number, name: string) => told[`${at} ${name}`] ?? tables[at]?.values[name] ?? '';
    return { tables, several, fields, isTaken, saidOf };
  };
  const { fields, isTaken, saidOf } = partsOf(preview);

  const givenOf = (of: ImportPreview | undefined, apart: readonly string[]) => {
    const wanted = of?.wanted ?? [];
    const names = [...new Set([...wanted.map(({ name }) => name), ...Object.keys(typed)])];
    const shown = names.filter(name => !apart.includes(name));
    const value = (name: string) => typed[name] ?? wanted.find(one => one.name === name)?.said ?? '';
    return { shown, value, wanted };
  };
  const { shown, value } = givenOf(preview, fields);
  const groupValue = (label: string, offered: string) => meanings[label]?.value ?? offered;

  return {
    given: {
      fields: shown,
      valueOf: value,
      give: (name, next) => setTyped(old => ({ ...old, [name]: next })),
    },
    tables: {
      fields,
      isTaken,
      take: (at, next) => setTaken(old => ({ ...old, [at]: next })),
      valueOf: saidOf,
      give: (at, name, next) => setTold(old => ({ ...old, [`${at} ${name}`]: next })),
    },
    leftGroups: Object.keys(meanings).filter(label => meanings[label] === null),
    meanings,
    mean: (label, meaning) => setMeanings(old => ({ ...old, [label]: meaning })),
    groupValue,
    said(of) {
      const parts = partsOf(of);
      const given = givenOf(of, parts.fields);
      const filled = given.shown.filter(name => given.value(name).trim() !== '');
      const takenTables = parts.several
        ? parts.tables.flatMap(({ sheet, headerRow, headerRows }, at) =>
            parts.isTaken(at)
              ? [
                  {
                    sheet,
                    headerRow,
                    headerRows,
                    values: Object.fromEntries(
                      parts.fields.map(name => [name, parts.saidOf(at, name).trim()]),
                    ),
                  },
                ]
              : [],
          )
        : [];
      const lacks = (name: string) => given.value(name).trim() === '';
      return {
        layout: {
          asked: Object.fromEntries(filled.map(name => [name, given.value(name).trim()])),
          groups: {
            ...Object.fromEntries(
              (of?.groups ?? []).map(({ label, field, value: offered }) => [
                label,
                { field, value: groupValue(label, offered) },
              ]),
            ),
            ...Object.fromEntries(Object.entries(meanings).filter(([, meaning]) => meaning === null)),
          },
          tables: takenTables,
        },
        missing:
          given.wanted.some(({ name, needed }) => needed && given.shown.includes(name) && lacks(name)) ||
          takenTables.some(({ values }) => Object.values(values).includes('')),
      };
    },
    forget() {
      setTyped({});
      setMeanings({});
      setTaken({});
      setTold({});
    },
  };
}
