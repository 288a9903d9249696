/**
 * An expected problem with the database, not a defect.
 * The message is written for the operator of the process.
 */
export class ClusterError extends Error {
  override name: string = 'ClusterError';
}

/** Thrown if a running server uses the cluster. */
export class ClusterInUse extends ClusterError {
  override name = 'ClusterInUse';
}
