import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** What a process has used until now. */
interface ProcessUse {
  cpuSeconds: number
  /** Its memory now, in MB. */
  megabytes: number
}

/** Linux counts the time of processes in these parts of a second. */
const TICKS = 100

/** What a process has used, as Linux tells; null elsewhere. */
export function useOf(pid: number): ProcessUse | null {
  try {
    // the fields after the name, which is in parentheses and may contain spaces
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS, megabytes: Number(resident) / 1_000 }
  } catch {
    return null
  }
}

/** The processor seconds that a process and its children have used, those that have ended included; null elsewhere. */
export function cpuOfTree(pid: number): number | null {
  try {
    const ticksOf = (id: string | number) => {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
      return {
        parent: Number(fields[1]),
        own: (user ?? 0) + (system ?? 0),
        ended: (endedUser ?? 0) + (endedSystem ?? 0),
      }
    }
    const { own, ended } = ticksOf(pid)
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const running = children.reduce((sum, id) => {
      try {
        const child = ticksOf(id)
        return child.parent === pid ? sum + child.own : sum
      } catch {
        // it has just ended
        return sum
      }
    }, 0)
    return (own + ended + running) / TICKS
  } catch {
    return null
  }
}

/** The process id of the database's first process, whose children serve the connections; 0 where Linux does not tell. */
export async function postmasterOf(connection: pg.Client): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  try {
    return Number(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}
