/** What stands in the way of the database, in words for whoever starts it: no defect of ours. */
export class ClusterError extends Error {
  override name = 'ClusterError';
}
