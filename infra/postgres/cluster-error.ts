/** An expected problem with the database, in words for the operator of the process; not a defect. */
export class ClusterError extends Error {
  override name = 'ClusterError';
}
