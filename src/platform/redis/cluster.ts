/** ioredis's cluster, with a `connect` that always settles. */
import { Cluster as IoredisCluster } from 'ioredis';

/**
 * A cluster isn't ready for seconds after its nodes restarted. ioredis connects again by itself then, but leaves the
 * promise of this `connect` pending for good. BullMQ waits for it, so its worker would never take another job.
 */
export class Cluster extends IoredisCluster {
  /** Resolves once commands are accepted, and rejects if the cluster isn't there or not ready yet. */
  override async connect(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => reject(new Error("the cluster isn't ready"));
    this.once('close', giveUp);
    super.connect().then(resolve, reject);
    try {
      await promise;
    } finally {
      this.off('close', giveUp);
    }
  }

  /** BullMQ blocks on a duplicate of the connection that it's given. */
  override duplicate(...given: Parameters<IoredisCluster['duplicate']>) {
    const copy = super.duplicate(...given);
    return Object.setPrototypeOf(copy, Cluster.prototype);
  }
}
