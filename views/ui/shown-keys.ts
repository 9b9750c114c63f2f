const SHOWN: { [key: string]: string } = { Control: 'Ctrl', Meta: '⌘', Escape: 'Esc', ArrowUp: '↑' };

/** `Control+K` as keyboards name it: Ctrl+K. */
export const shownKeys = (keys: string) =>
  keys
    .split('+')
    .map((key) => SHOWN[key] ?? key)
    .join('+');
