import { useEffect, useState } from 'react';

export function PaymentCountdown({ secondsLeft }: { secondsLeft: number }) {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const end = performance.now() + secondsLeft * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [secondsLeft]);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <span role="timer" aria-live="off" className="font-semibold tabular-nums">
      {two(Math.floor(left / 60))}:{two(left % 60)}
    </span>
  );
}
