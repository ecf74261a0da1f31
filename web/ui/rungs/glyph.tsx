const drawings = {
  l: <path d="M4 1v16M14 1v16M4 5h10M4 9h10M4 13h10" />,
  sg: (
    <>
      <rect x="2" y="3.5" width="14" height="4" rx="1.6" />
      <rect x="2" y="10.5" width="14" height="4" rx="1.6" />
    </>
  ),
  s: <rect x="2" y="6.5" width="14" height="5" rx="2" />,
}

/** The icon of a node's type: one rung for a skill, two for a skill group, a ladder for a level. */
export function Glyph({ kind }: { kind: 'l' | 'sg' | 's' }) {
  return (
    <svg className="glyph" viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      {drawings[kind]}
    </svg>
  )
}
