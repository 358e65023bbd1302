/**
 * The arts and science types of a mode of the college entrance exam (domain B9): 3+3 has no division, 3+1+2 has history
 * and physics, the old mode arts and science. Undivided (3) is always included, because many arts lines are. An unknown
 * mode counts as the old one.
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
