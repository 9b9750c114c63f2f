import { createStore, type Store } from '../page/store.ts';

type Outside = {
  answers(): Promise<boolean>;
  wait(ms: number, then: () => void): void;
};

export type Reachable = {
  isReachable: Store<boolean>;
  confirm(): void;
  check(): void;
};

const AGAIN_MS = 5000;

/** Only an answer counts: `navigator.onLine` is wrong on some machines, and a proxy may block only the socket. */
export function createReachable({ answers, wait }: Outside): Reachable {
  const isReachable = createStore(true);
  let latest = 0;

  const confirm = () => {
    latest += 1;
    isReachable.set(true);
  };

  async function check(): Promise<void> {
    latest += 1;
    const asked = latest;
    const isAnswered = await answers();
    if (asked !== latest) return;
    isReachable.set(isAnswered);
    if (!isAnswered) wait(AGAIN_MS, () => asked === latest && void check());
  }

  return { isReachable, confirm, check: () => void check() };
}
