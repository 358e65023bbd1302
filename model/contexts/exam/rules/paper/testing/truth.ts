/** The true content of a question of a shape. */
export interface Truth {
  readonly type: number;
  readonly title: string;
  readonly options?: readonly string[];
  readonly answer?: string;
  readonly score?: string;
  readonly analysis?: string;
  readonly difficulty?: number;
}

/**
 * A way in which papers are written, with what it says: `stop` where nothing but a person can tell, `check` where the
 * reader has to ask.
 */
export interface Shape {
  readonly name: string;
  readonly text: string;
  readonly truth: readonly Truth[] | 'stop' | 'check';
}

type More = Partial<Truth>;

/** A choice of one option. */
export const choice = (
  title: string,
  options: readonly string[],
  answer: string,
  more: More = {},
): Truth => ({
  ...{ type: 1, title, options, answer, ...more },
});

/** A choice of several options. */
export const many = (title: string, options: readonly string[], answer: string, more: More = {}): Truth => ({
  ...{ type: 2, title, options, answer, ...more },
});

/** A statement that is true or false. */
export const statement = (title: string, answer: 'T' | 'F', more: More = {}): Truth => ({
  ...{ type: 3, title, answer, ...more },
});

/** A stem with blanks. */
export const blank = (title: string, answer: string, more: More = {}): Truth => ({
  ...{ type: 4, title, answer, ...more },
});

/** A question with an answer in sentences. */
export const short = (title: string, analysis: string, more: More = {}): Truth => ({
  ...{ type: 5, title, analysis, ...more },
});
