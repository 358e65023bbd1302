/** Seat numbering: S-shaped by column, S-shaped by row, or every column from the front (domain 4.2). */
export type SnakeMode = 1 | 2 | 3;

/** A seat of a room: column 1 is nearest the door, row 1 is the front. */
export interface RoomSeat {
  /** Number of the seat in its room, 1 the first. */
  readonly seatNo: number;
  readonly row: number;
  readonly column: number;
}

/** A place in a room. */
export type Place = Pick<RoomSeat, 'row' | 'column'>;

/** Limits for a room's layout. */
const mostColumns = 20;
const mostRows = 30;

/**
 * Column heights of a layout such as `7,8,8,7`, from the door side (domain 4.2); undefined for an invalid or oversized
 * layout.
 */
export function readLayout(text: string): readonly number[] | undefined {
  if (!/^\d{1,2}(,\d{1,2})*$/.test(text)) return undefined;
  const heights = text.split(',').map(Number);
  const fits = heights.length <= mostColumns && heights.every(height => height >= 1 && height <= mostRows);
  return fits ? heights : undefined;
}

/** Parses places such as `1-2,6-5` (row, column); undefined for invalid text. A blank text means no places. */
export function readPlaces(text: string): readonly Place[] | undefined {
  if (text.trim() === '') return [];
  if (!/^\d{1,2}-\d{1,2}(,\d{1,2}-\d{1,2})*$/.test(text)) return undefined;
  return text.split(',').map(part => {
    const [row = 0, column = 0] = part.split('-').map(Number);
    return { row, column };
  });
}

/** A unique text key for a place. */
export function placeKey({ row, column }: Place): string {
  return `${row}-${column}`;
}

/** The text of places, as {@link readPlaces} reads it: by row, then by column. */
export function placesText(places: readonly Place[]): string {
  return places
    .toSorted((one, other) => one.row - other.row || one.column - other.column)
    .map(placeKey)
    .join(',');
}

/**
 * The seats of a room in the order of their numbers. Places that are out of use are passed over before seats are numbered,
 * so that numbers have no gaps.
 */
export function numberSeats(
  heights: readonly number[],
  snakeMode: SnakeMode,
  disabled: readonly Place[] = [],
): RoomSeat[] {
  const out = new Set(disabled.map(placeKey));
  return placesInOrder(heights, snakeMode)
    .filter(place => !out.has(placeKey(place)))
    .map((place, index) => ({ seatNo: index + 1, ...place }));
}

function placesInOrder(heights: readonly number[], snakeMode: SnakeMode): Place[] {
  const places: Place[] = [];
  if (snakeMode === 2) {
    for (let row = 1; row <= Math.max(0, ...heights); row += 1) {
      const columns = heights.flatMap((height, index) => (height >= row ? [index + 1] : []));
      if (row % 2 === 0) columns.reverse();
      for (const column of columns) places.push({ row, column });
    }
    return places;
  }
  for (const [index, height] of heights.entries()) {
    const column = index + 1;
    const backwards = snakeMode === 1 && column % 2 === 0;
    for (let step = 1; step <= height; step += 1) {
      places.push({ row: backwards ? height + 1 - step : step, column });
    }
  }
  return places;
}

/** The capacity of a room: places in the layout that are not disabled. */
export function capacityOf(heights: readonly number[], disabled: readonly Place[] = []): number {
  return numberSeats(heights, 3, disabled).length;
}
