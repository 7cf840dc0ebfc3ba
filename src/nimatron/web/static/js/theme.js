// The theme: light, dark, or the theme of the system.

/** @param {string} theme */
export function useTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  dispatchEvent(new Event("theme"));
}
