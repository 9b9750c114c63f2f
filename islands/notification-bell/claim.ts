const HEAD_START_MS = 150;

/** Without locks (plain http) two tabs may both notify. */
function alone<T>(name: string, work: () => T): Promise<T> {
  return navigator.locks ? navigator.locks.request(name, async () => work()) : Promise.resolve(work());
}

/** True in one tab of this browser, and in none when one of them shows the message. Message ids only rise. */
export async function claim(name: string, messageId: string, isOnScreen: boolean): Promise<boolean> {
  if (!isOnScreen) await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
  return alone(name, () => {
    const last = Number(localStorage.getItem(name) ?? 0);
    if (Number(messageId) <= last) return false;
    localStorage.setItem(name, messageId);
    return !isOnScreen;
  });
}
