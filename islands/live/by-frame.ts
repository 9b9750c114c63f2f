/** Hands on what arrives within a frame at once, so that a burst is rendered once. */
export function byFrame<T>(handOn: (gathered: T[]) => void): { add(one: T): void; stop(): void } {
  let gathered: T[] = [];
  let frame = 0;
  const flush = () => {
    frame = 0;
    const all = gathered;
    gathered = [];
    handOn(all);
  };
  return {
    add(one) {
      gathered.push(one);
      // A hidden page gets no animation frames, and must not pile up a day of updates.
      if (document.hidden) flush();
      else frame ||= requestAnimationFrame(flush);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}
