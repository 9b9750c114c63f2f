/** Only requests under way compare with it, and a page stays open all day. */
const MAX_TOUCHED = 1000;

type Touched = Map<number, number>;

/** Notes the clock of a ticket's last event. */
export function touch(touched: Touched, ticketId: number, clock: number): Touched {
  touched.delete(ticketId);
  touched.set(ticketId, clock);
  const [oldest = 0] = touched.keys();
  if (touched.size > MAX_TOUCHED) touched.delete(oldest);
  return touched;
}
