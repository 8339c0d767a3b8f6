/** ioredis's cluster, with a `connect` that always settles. */
import { Cluster as IoredisCluster } from 'ioredis';

/**
 * A cluster isn't ready for seconds after its nodes restarted. ioredis goes on connecting by itself then, but the
 * promise of the first `connect` stays pending, even once the cluster is ready. BullMQ waits for that promise, so
 * its worker would never take another job.
 */
export class Cluster extends IoredisCluster {
  /** Resolves once commands are accepted. Rejects if no node answers, or if it's disconnected first. */
  override async connect(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (): void => reject(new Error('the connection to the cluster was closed'));
    this.once('ready', resolve).once('end', end);
    super.connect().then(resolve, reject);
    try {
      await promise;
    } finally {
      this.off('ready', resolve).off('end', end);
    }
  }

  /** BullMQ blocks on a duplicate of the connection that it's given. */
  override duplicate(...given: Parameters<IoredisCluster['duplicate']>) {
    const copy = super.duplicate(...given);
    return Object.setPrototypeOf(copy, Cluster.prototype);
  }
}
