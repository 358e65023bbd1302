import { isConvertible, jpegOf, mediaProblem } from '../editor-media.ts';
import { LeftOut } from './left-out.ts';
import type { PictureProgress, WaitingPicture } from './waiting-pictures.ts';

/** The outside that pictures are stored by. */
export interface PictureStore {
  /** Asks whether these pictures may be converted to JPEG, as {@link jpegOf} does. */
  readonly mayConvert: (names: readonly string[]) => Promise<boolean>;
  /** Stores a file and returns its address; throws if that fails. */
  readonly upload: (file: File, onProgress: (share: number) => void) => Promise<string>;
  /** Notes how far a picture is. */
  readonly tell: (id: number, progress: PictureProgress) => void;
}

/** Pictures that are uploaded at a time. */
const atOnce = 3;

interface ReadPicture {
  readonly picture: WaitingPicture;
  readonly file: File | undefined;
}

/**
 * Stores the pictures of one paste, a few at a time, and asks at most once: those of a type that rich text takes need no
 * answer and begin at once. Returns the pictures that were not stored, without those that the person would not have converted.
 */
export async function storePictures(
  pictures: readonly WaitingPicture[],
  { mayConvert, upload, tell }: PictureStore,
): Promise<LeftOut> {
  let left = new LeftOut();
  const read = await Promise.all(
    pictures.map(
      async (picture): Promise<ReadPicture> => ({
        picture,
        file: await picture.read().catch(() => undefined),
      }),
    ),
  );
  const toConvert = read.filter(({ file }) => file && isConvertible(file));
  const agreed =
    toConvert.length === 0
      ? Promise.resolve(true)
      : mayConvert(toConvert.map(({ picture }) => picture.name)).catch(() => false);

  /** The file as it is stored; a reason why it is not, or `declined`. */
  const ready = async (file: File | undefined) => {
    if (!file) return 'lostPicture';
    if (!isConvertible(file)) return file;
    return (await agreed) ? jpegOf(file).catch(() => 'pictureKind' as const) : 'declined';
  };
  const store = async ({ picture: { id, name }, file }: ReadPicture) => {
    const given = await ready(file);
    const problem = typeof given === 'string' ? given : refusal(given);
    if (typeof given === 'string' || problem !== undefined) {
      if (problem !== undefined && problem !== 'declined') left = left.and(problem);
      return tell(id, { leftOut: true });
    }
    try {
      tell(id, { address: await upload(given, share => tell(id, { share })) });
    } catch {
      left = left.and('pictureFailed', name);
      tell(id, { leftOut: true });
    }
  };
  // Those that wait for the answer come last, and hold up no other.
  const queue = [...read.filter(one => !toConvert.includes(one)), ...toConvert];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await store(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return left;
}

/** The reason why a file is not stored. */
function refusal(file: File): 'pictureKind' | 'pictureSize' | undefined {
  const problem = mediaProblem('image', file);
  return problem && (problem === 'kind' ? 'pictureKind' : 'pictureSize');
}
