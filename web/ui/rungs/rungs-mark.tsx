/** The logo of the product itself. */
export function RungsMark({ size = 16 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M2.5 .5v19M17.5 .5v19" strokeWidth="2" />
      <path d="M5.8 3.3h8.4v2.9H5.8zM5.8 8.6h8.4v2.9H5.8z" strokeWidth="1.2" />
      <path d="M5.2 10h9.6v2.1H5.2zM5.2 14h9.6v3.7H5.2z" fill="currentColor" stroke="none" />
    </svg>
  )
}
