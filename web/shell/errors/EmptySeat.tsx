const columns = 9;
const rows = 5;
const missing = { row: 2, column: 5 };

/** Rows of seats with one empty: the picture of the 404 page. */
export function EmptySeat() {
  const seats = Array.from({ length: rows * columns }, (_, index) => ({
    row: Math.floor(index / columns),
    column: index % columns,
  }));
  return (
    <svg width="264" height="144" viewBox="0 0 264 144" aria-hidden="true">
      {seats.map(({ row, column }) => {
        const empty = row === missing.row && column === missing.column;
        return (
          <rect
            key={`${row}-${column}`}
            x={4 + column * 29}
            y={4 + row * 29}
            width="20"
            height="20"
            rx="6"
            fill={empty ? 'none' : 'var(--color-brand)'}
            fillOpacity={0.1 + 0.06 * row}
            {...(empty && { stroke: 'var(--color-brand)', strokeWidth: 2, strokeDasharray: '3 4' })}
          />
        );
      })}
    </svg>
  );
}
