/**
 * A value that the sources alone do not give: what a caller, a row or a setting brings at run time. In the text of a
 * statement it becomes a parameter.
 */
export class Hole {
  /** A description of the value, such as the name that brings it. */
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

/** Reports whether a value is unknown. */
export const isHole = (value: unknown): value is Hole => value instanceof Hole;
