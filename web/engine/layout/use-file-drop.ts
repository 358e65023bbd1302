import { type DragEvent, useRef, useState } from 'react';

/** A file dragged over an element, and its drop target. */
export interface FileDrop {
  readonly over: boolean;
  /** Handlers of the element that files are dropped on. */
  readonly on: {
    onDragEnter(event: DragEvent): void;
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
}

/** Reports whether files are dragged, and not a part of the page. */
const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Takes a file that is dropped anywhere on an element; undefined of `take` leaves drops to the browser. */
export function useFileDrop(take: ((file: File) => void) | undefined): FileDrop {
  const [over, setOver] = useState(false);
  // Every element that is crossed enters and leaves.
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return {
    over,
    on: {
      onDragEnter(event) {
        if (!take || !holdsFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragOver(event) {
        if (take && holdsFiles(event)) event.preventDefault();
      },
      onDragLeave() {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      onDrop(event) {
        leave();
        if (!take || !holdsFiles(event) || event.defaultPrevented) return;
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) take(file);
      },
    },
  };
}
