/** 0 to 1 in steps of 0.1. */
export function volume(): number {
  const stored = Number.parseFloat(localStorage.getItem('volume') ?? '1');
  return stored >= 0 && stored <= 1 ? stored : 1;
}

/** Browsers refuse sound before the first click: then it stays silent. */
export function playSound(): void {
  const loudness = volume();
  if (loudness === 0) return;
  const sound = new Audio('/sounds/message.wav');
  sound.volume = loudness;
  sound.play().catch(() => undefined);
}
