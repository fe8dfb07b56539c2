export type ApiAbout = {
  /** Version of the software. */
  readonly version: string;
  /**
   * The address at which this station is reached, without a trailing slash; read for each document, because the port
   * may be chosen at start.
   */
  readonly baseUrl: () => string;
};
