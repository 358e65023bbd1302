import { workbookLimits } from '../limits.ts';
import type { PicturePlace } from '../types.ts';

/** Records of a drawing, by their names in [MS-ODRAW] 2.2. */
const drawing = {
  drawingContainer: 0xf002,
  groupContainer: 0xf003,
  shapeContainer: 0xf004,
  shape: 0xf00a,
  clientAnchor: 0xf010,
} as const;

const containers: ReadonlySet<number> = new Set([
  drawing.drawingContainer,
  drawing.groupContainer,
  drawing.shapeContainer,
]);

const headerBytes = 8;
/** The shape type of a picture, `msosptPictureFrame` of [MS-ODRAW] 2.4.24. */
const pictureFrame = 75;

/**
 * Adds the pictures of one MsoDrawing record of a sheet ([MS-XLS] 2.4.170), by the cell in which each begins. Containers
 * reach over several such records, so that their lengths are not used.
 */
export function takePictures(found: PicturePlace[], buffer: Buffer, start: number, length: number): void {
  const end = start + length;
  let shapeType = 0;
  let at = start;
  while (at + headerBytes <= end) {
    const type = buffer.readUInt16LE(at + 2);
    const content = at + headerBytes;
    if (containers.has(type)) {
      at = content;
      continue;
    }
    if (type === drawing.shape) shapeType = buffer.readUInt16LE(at) >> 4;
    // OfficeArtClientAnchorSheet ([MS-XLS] 2.5.193): flags, first column, offset, first row.
    const isPlaced = type === drawing.clientAnchor && content + headerBytes <= end;
    if (isPlaced && shapeType === pictureFrame && found.length < workbookLimits.pictures) {
      found.push({ column: buffer.readUInt16LE(content + 2), row: buffer.readUInt16LE(content + 6) + 1 });
    }
    at = content + buffer.readUInt32LE(at + 4);
  }
}
