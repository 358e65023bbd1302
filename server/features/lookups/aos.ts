/**
 * Which arts-science types a mode of the college entrance exam has (domain B9): 3+3 knows none apart, 3+1+2 has
 * history and physics, the old mode arts and science. Undivided (3) is always among them, because many arts
 * lines are. No known mode means the old one.
 */
export function aosOfMode(mode: number | undefined): readonly number[] {
  switch (mode) {
    case 1:
      return [3];
    case 2:
      return [4, 5, 3];
    default:
      return [1, 2, 3];
  }
}
