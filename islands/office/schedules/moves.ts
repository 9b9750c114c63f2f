type Move = { send: () => Promise<unknown>; revert: () => void };

/** Moves are sent in turn. Entries fetched while some are on their way would undo them: `refetch` waits for the last. */
export function createMoves(refetch: () => void) {
  let last: Promise<unknown> = Promise.resolve();
  let moves = 0;
  let pending = 0;
  return {
    isPending: () => pending > 0,
    /** Rejects with the error of `send`. A refused move is reverted unless another followed. */
    async run({ send, revert }: Move): Promise<void> {
      moves += 1;
      pending += 1;
      const mine = moves;
      const sent = last.then(send);
      last = sent.catch(() => undefined);
      try {
        await sent;
      } catch (error) {
        if (mine === moves) revert();
        throw error;
      } finally {
        pending -= 1;
        if (pending === 0) refetch();
      }
    },
  };
}
