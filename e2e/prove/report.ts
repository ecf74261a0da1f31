/** How long a proof runs (each proof says what one round is), and the seed of its random numbers. */
export interface ProofOptions {
  rounds: number
  seed: number
}

/** The result of a proof. */
export interface Report {
  proof: string
  seed: number
  rounds: number
  seconds: number
  /** What the proof has counted or measured, by name. */
  figures: Record<string, number | string>
  /** What the proof has found wrong, in words; empty when the proof holds. */
  faults: string[]
}

/**
 * Runs a proof and measures its time. An error of the proof becomes a fault, so that the report with its seed is not
 * lost.
 */
export async function report(
  proof: string,
  { rounds, seed }: ProofOptions,
  work: (findings: Pick<Report, 'figures' | 'faults'>) => Promise<void>,
): Promise<Report> {
  const findings: Pick<Report, 'figures' | 'faults'> = { figures: {}, faults: [] }
  const began = Date.now()
  await work(findings).catch((error: unknown) => {
    findings.faults.push(`broke down: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  })
  return { proof, seed, rounds, seconds: (Date.now() - began) / 1000, ...findings }
}

/** A report as text for the terminal. */
export function formatReport({ proof, seed, rounds, seconds, figures, faults }: Report): string {
  const lines = Object.entries(figures).map(([name, value]) => `  ${name.padEnd(44)} ${value}`)
  const verdict = faults.length === 0 ? 'holds' : `DOES NOT HOLD; again with --rounds ${rounds} --seed ${seed}`
  const shown = faults.slice(0, 20).map((fault) => `  ✗ ${fault}`)
  return [`${proof}, ${rounds} rounds, seed ${seed}, ${seconds.toFixed(1)} s: ${verdict}`, ...lines, ...shown].join(
    '\n',
  )
}
