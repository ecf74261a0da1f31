/** The version of the API, sent as `X-API-Version` [3.1] and shown in the help tooltip [2.27]. */
export const API_VERSION = '1.1.0'
