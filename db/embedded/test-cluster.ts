import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, startCluster } from "./cluster.ts";

/**
 * A throw-away cluster for integration tests: empty, on a free port, gone with its folder after `stop`. Takes about
 * 0.8 s. Start one for each test file in `beforeAll` and stop it in `afterAll`.
 */
export async function startTestCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "causeway-test-"));
  // Under root the server is another user, who has to enter the folder.
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const durability = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
    const cluster = await startCluster({
      name: "test",
      dataFolder: folder,
      settings: { ...durability, ...settings },
    });
    return {
      ...cluster,
      stop: async () => {
        await cluster.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
