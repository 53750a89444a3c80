/** Waits in real time that end at once when the sandbox closes. */
export interface Pauses {
  pause(milliseconds: number): Promise<void>;
  /** Ends every wait, and every later one before it begins. */
  release(): void;
}

/** Creates waits that are not released. */
export function createPauses(): Pauses {
  const waiting = new Set<() => void>();
  let released = false;
  return {
    pause: (milliseconds) =>
      new Promise((resolve) => {
        if (released) {
          resolve();
          return;
        }
        const end = () => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, milliseconds);
        waiting.add(end);
      }),
    release: () => {
      released = true;
      for (const end of waiting) end();
    },
  };
}
