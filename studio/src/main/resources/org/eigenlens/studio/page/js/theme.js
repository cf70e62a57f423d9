// Light or dark: as the system has it, unless the switch says otherwise.

const ORDER = ['auto', 'light', 'dark'];
const WORDS = {auto: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark'};
const MARKS = {auto: '◐', light: '☀', dark: '☾'};

/** Makes a button the switch; drawings are told by the event "theme" on the document. */
export function themeSwitch(button) {
  const show = (theme) => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const dark = theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
    document.documentElement.classList.toggle('dark', dark);
    button.textContent = MARKS[theme];
    button.setAttribute('aria-label', WORDS[theme]);
    button.title = WORDS[theme];
    document.dispatchEvent(new Event('theme'));
  };
  let theme = localStorage.getItem('theme') ?? 'auto';
  button.addEventListener('click', () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
    localStorage.setItem('theme', theme);
    show(theme);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => show(theme));
  show(theme);
}
