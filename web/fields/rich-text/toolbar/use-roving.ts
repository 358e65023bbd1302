import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** Handlers of a toolbar that is one stop of the Tab key. */
interface Roving {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const toolsIn = (bar: HTMLElement) => Array.from(bar.querySelectorAll<HTMLElement>('button:not(:disabled)'));

/**
 * Lets Tab enter a toolbar at the button used last, and arrows, Home and End go from button to button (the pattern of
 * toolbars in the ARIA guide).
 */
export function useRoving(bar: RefObject<HTMLElement | null>): Roving {
  const last = useRef<Element>(null);
  // After each drawing: a button may have been switched off.
  useEffect(() => {
    const tools = bar.current ? toolsIn(bar.current) : [];
    const stop = tools.find(tool => tool === last.current) ?? tools[0];
    for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1;
  });
  return {
    onFocus: ({ target, currentTarget }) => {
      // The popups of the buttons are drawn elsewhere in the page, and report here too.
      if (!currentTarget.contains(target)) return;
      last.current = target;
      for (const tool of toolsIn(currentTarget)) tool.tabIndex = tool === target ? 0 : -1;
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    onKeyDown: event => {
      const { currentTarget, target, key } = event;
      if (!currentTarget.contains(target as Node)) return;
      const tools = toolsIn(currentTarget);
      const at = tools.indexOf(target as HTMLElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[key];
      if (to === undefined) return;
      event.preventDefault();
      tools[(to + tools.length) % tools.length]?.focus();
    },
  };
}
