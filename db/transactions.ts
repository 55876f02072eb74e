import { setImmediate as nextTurn } from "node:timers/promises";
import type postgres from "postgres";

/**
 * Keeps a transaction from writing to a connection that has closed. The driver (postgres 3.4.9) sends the ROLLBACK, the
 * COMMIT or the next statement all the same, and then throws from a timer, where nobody can catch it: the process
 * would end (`Cannot read properties of null (reading 'write')` in its `nextWrite`). Swallowing that is no way out: the
 * connection then times out for ever after. So a transaction that has failed with its connection goes no further.
 */
export function guardTransactions<Client extends postgres.Sql>(client: Client): Client {
  const begin = client.begin.bind(client) as (options: string, work: Work) => Promise<unknown>;
  const guarded = async (first: string | Work, second?: Work): Promise<unknown> => {
    const [options, work] = typeof first === "string" ? [first, second!] : ["", first];
    let hasEnded = false;
    const running = begin(options, async (tx) => {
      try {
        return await work(refusing(tx, () => hasEnded));
      } finally {
        // The driver tells of the closing in this turn: only after it is it known.
        await nextTurn();
        // Never going on: nobody waits any more, `begin` was rejected.
        if (hasEnded) await new Promise(() => undefined);
      }
    });
    running.catch(() => {
      hasEnded = true;
    });
    return running;
  };
  return Object.assign(client, { begin: guarded });
}

type Work = (tx: postgres.TransactionSql) => unknown;

function refusing(tx: postgres.TransactionSql, hasEnded: () => boolean): postgres.TransactionSql {
  const insist = () => {
    if (!hasEnded()) return;
    throw Object.assign(new Error("the connection of this transaction has closed"), {
      code: "CONNECTION_CLOSED",
    });
  };
  return new Proxy(tx, {
    apply: (target, self, values) => {
      insist();
      return Reflect.apply(target, self, values);
    },
    get: (target, name) => {
      if (name === "unsafe" || name === "savepoint") insist();
      return Reflect.get(target, name);
    },
  });
}
