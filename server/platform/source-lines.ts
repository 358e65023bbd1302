import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A place in a bundled file, as stack traces name it: the file's address, line and column. */
const bundledPlace = /(file:\/\/\S*\/server\/dist\/[\w-]+\.js):(\d+):(\d+)/g;

/** Places that were looked up already: errors repeat, and a map is read as a whole. */
const known = new Map<string, string>();
const mostKnown = 2_000;

/**
 * Replaces the places of bundled files (`server/dist`) in a stack trace by those of their sources. Texts without such
 * places, and places without a map, stay as they are.
 */
export function inSources(stack: string): string {
  return stack.replaceAll(bundledPlace, (place, file: string, line: string, column: string) => {
    const found = known.get(place) ?? sourcePlace(file, Number(line), Number(column)) ?? place;
    if (known.size >= mostKnown) known.clear();
    known.set(place, found);
    return found;
  });
}

/** The place in the sources, `file:line`, or undefined if the map does not have it. */
function sourcePlace(file: string, line: number, column: number): string | undefined {
  try {
    const map = JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')) as {
      readonly mappings: string;
      readonly sources: readonly string[];
    }; // written by the bundler together with the file
    const origin = originIn(map.mappings, line, column);
    const source = origin && map.sources[origin.source];
    return source === undefined ? undefined : `${new URL(source, file).href}:${origin?.line}`;
  } catch {
    // An error is logged with the bundled place rather than lost.
    return undefined;
  }
}

const comma = 0x2c;
const semicolon = 0x3b;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digitOf = new Uint8Array(128);
for (let at = 0; at < digits.length; at++) digitOf[digits.charCodeAt(at)] = at;

/**
 * Reads the mappings of a source map (ECMA-426) up to a place of the bundled file: lines from 1, columns from 1. Each
 * number is the difference from the one before it, so all are read, and none is kept: the maps of the server would take
 * 70 MB as objects.
 */
function originIn(
  mappings: string,
  line: number,
  column: number,
): { readonly source: number; readonly line: number } | undefined {
  let atLine = 1;
  /** Column, source, line and column in the source, name. */
  const sums = [0, 0, 0, 0, 0];
  let member = 0;
  let value = 0;
  let shift = 0;
  let found: { readonly source: number; readonly line: number } | undefined;
  for (let at = 0; at <= mappings.length; at++) {
    const code = at < mappings.length ? mappings.charCodeAt(at) : semicolon;
    const isComma = code === comma;
    if (isComma || code === semicolon) {
      if (atLine === line && member >= 4 && sums[0]! < column)
        found = { source: sums[1]!, line: sums[2]! + 1 };
      member = 0;
      if (isComma) continue;
      if (atLine === line) return found;
      atLine += 1;
      sums[0] = 0;
      continue;
    }
    const digit = digitOf[code]!;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    sums[member]! += value & 1 ? -(value >> 1) : value >> 1;
    member += 1;
    value = 0;
    shift = 0;
  }
  return undefined;
}
