// The types of `build.mjs`, which is JavaScript because older versions of Node must be able to run it.

/** Builds the portals if necessary; returns whether they are up to date then. */
export function buildWeb(): boolean
