import pg from 'pg'

/** What the database says of a statement without running it. */
export interface Description {
  /** The types of the parameters, by their object ids. */
  params: readonly number[]
  columns: readonly { name: string; type: number }[]
}

/** The parts of the driver's connection that send the messages Parse and Describe. */
interface Wire {
  parse(query: { text: string; types: number[] }): void
  describe(what: { type: 'S' }): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
}

/** Has PostgreSQL parse a statement, and asks for the types of its parameters and columns. */
export function describe(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    let params: number[] = []
    let columns: Description['columns'] = []
    let failure: Error | null = null
    // the driver calls these methods for the query that it runs
    const query = {
      submit: (wire: Wire) => {
        wire.once('parameterDescription', ({ dataTypeIDs }) => (params = dataTypeIDs))
        wire.parse({ text, types: [] })
        wire.describe({ type: 'S' })
        wire.sync()
      },
      handleRowDescription: ({ fields }: { fields: { name: string; dataTypeID: number }[] }) => {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
      },
      handleError: (error: Error) => {
        failure = error
        reject(error)
      },
      handleReadyForQuery: () => {
        if (failure === null) resolve({ params, columns })
      },
    }
    // the driver's types know only its own connection
    client.query(query as unknown as pg.Submittable)
  })
}
