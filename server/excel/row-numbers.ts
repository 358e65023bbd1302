/**
 * Numbers the rows of a sheet so that each has its own and they rise. Programs write them so; where a damaged or made-up
 * file names a number twice, or goes back, the row gets the next one and is marked.
 */
export class RowNumbers {
  #last = 0;

  /** The number of the row that says it is `given`, or that says nothing. */
  next(given: number | undefined): { readonly number: number; readonly misnumbered: boolean } {
    const misnumbered = given !== undefined && given <= this.#last;
    this.#last = given === undefined || misnumbered ? this.#last + 1 : given;
    return { number: this.#last, misnumbered };
  }
}
