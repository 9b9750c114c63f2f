const YEAR_S = 31_536_000;

export function setCookie(name: string, value: string): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${prefix}${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

function shownTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function chooseTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', theme);
  localStorage.setItem('preferredTheme', theme);
  setCookie('theme', theme);
}

export function startTheme(): void {
  const stored = localStorage.getItem('preferredTheme');
  const rendered = document.documentElement.dataset.theme;
  if ((stored === 'light' || stored === 'dark') && stored !== rendered) chooseTheme(stored);
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-theme-toggle]')) return;
    chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark');
  });
}
