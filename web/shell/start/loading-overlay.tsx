import { storedLanguage } from '#web/shell/i18n/language.ts'

/**
 * Covers the page during start-up [4.9]. Its one word is written here, because the translations are not loaded yet.
 * Each portal's HTML holds the same drawing, which is visible before any script has loaded.
 */
export function LoadingOverlay() {
  const word = (storedLanguage() ?? navigator.language).startsWith('cy') ? 'Yn llwytho…' : 'Loading…'
  return (
    <output className="veil">
      <svg viewBox="0 0 112 140" fill="none" stroke="currentColor" strokeWidth="2.5" aria-hidden="true">
        <path d="M3 0v140M109 0v140" strokeWidth="6" />
        <path
          d="M26 12h60a9 9 0 0 1 0 18h-60a9 9 0 0 1 0-18M26 44h60a9 9 0 0 1 0 18h-60a9 9 0 0 1 0-18M26 76h60a9 9 0 0 1 0 18h-60a9 9 0 0 1 0-18"
          strokeDasharray="8 6"
        />
        <path className="done" d="M26 108h60a9 9 0 0 1 0 18h-60a9 9 0 0 1 0-18" fill="currentColor" />
      </svg>
      <p>{word}</p>
    </output>
  )
}
