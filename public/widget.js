// A button that opens WhatsApp. It asks nobody for anything and keeps nothing: docs/click-to-chat.md.
(() => {
  const {
    number = '',
    text = '',
    source = '',
    color = '',
    label = '',
    position = '',
  } = document.currentScript?.dataset ?? {};
  const digits = number.replace(/\D/g, '');
  if (!digits || digits.length > 15) return;
  const from = source.trim().toLowerCase();
  const code = /^[a-z0-9-]{1,30}$/.test(from) ? `Ref: ${from}` : '';
  // Half a letter would stop the encoding.
  const words = [text.slice(0, 1000).replace(/\p{Cs}/gu, ''), code].filter(Boolean).join('\n');
  const background = /^#[0-9a-f]{6}$/i.test(color) ? color : '#157347';
  const channels = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const isLight = 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179;
  const link = document.createElement('a');
  link.href = `https://wa.me/${digits}${words ? `?text=${encodeURIComponent(words)}` : ''}`;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = label.trim().slice(0, 60) || 'WhatsApp';
  // Set property by property: a page's policy for styles forbids style attributes and elements, not this.
  const looks = {
    position: 'fixed',
    bottom: '20px',
    [position === 'left' ? 'left' : 'right']: '20px',
    zIndex: '2147483000',
    maxWidth: 'calc(100vw - 40px)',
    boxSizing: 'border-box',
    padding: '14px 22px',
    borderRadius: '999px',
    background,
    color: isLight ? '#000' : '#fff',
    font: '600 16px/1.2 system-ui, sans-serif',
    textDecoration: 'none',
    boxShadow: '0 2px 10px rgb(0 0 0 / 30%)',
  };
  for (const [name, value] of Object.entries(looks)) link.style[name] = value;
  const show = () => document.body.append(link);
  if (document.body) show();
  else document.addEventListener('DOMContentLoaded', show, { once: true });
})();
