// A process that neither does anything nor ends.
setInterval(() => undefined, 60_000)
