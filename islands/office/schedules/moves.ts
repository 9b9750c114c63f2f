type Move = { id: number; send: () => Promise<unknown>; revert: () => void };

/** Moves are sent in turn. Entries fetched while some are on their way would undo them: `refetch` waits for the last. */
export function createMoves(refetch: () => void) {
  let last: Promise<unknown> = Promise.resolve();
  const latest = new Map<number, symbol>();
  let pending = 0;
  return {
    isPending: () => pending > 0,
    /** Rejects with the error of `send`. A refused move is reverted unless another of the same entry followed. */
    async run({ id, send, revert }: Move): Promise<void> {
      const mine = Symbol();
      latest.set(id, mine);
      pending += 1;
      const sent = last.then(send);
      last = sent.catch(() => undefined);
      try {
        await sent;
      } catch (error) {
        if (latest.get(id) === mine) revert();
        throw error;
      } finally {
        pending -= 1;
        if (pending === 0) refetch();
      }
    },
  };
}
