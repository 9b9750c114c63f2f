export function baseOf(address: string): string {
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  let end = whole.length;
  while (whole[end - 1] === '/') end -= 1;
  return whole.slice(0, end);
}
