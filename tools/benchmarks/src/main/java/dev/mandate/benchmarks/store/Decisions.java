package dev.mandate.benchmarks.store;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;

/**
 * What one caller decides, one account after the other: three events on the account's stream, the account's row replaced, a
 * row that stands alone, and a message. 1.2 kilobytes of content.
 */
final class Decisions {

    /** How many accounts each caller turns to, over and over. */
    private static final int ACCOUNTS = 1_000;

    private static final Tenant TENANT = new Tenant("acme");

    static final UnixTime NOW = new UnixTime(1_800_000_000);

    private final int caller;
    private final long[] versions = new long[ACCOUNTS];
    private int made;

    Decisions(int caller) {
        this.caller = caller;
    }

    /** A payload as long as a JSON document of {@code length} characters. */
    static Payload payload(String type, long number, int length) {
        String begin = "{\"number\":" + number + ",\"text\":\"";
        String text = begin + "x".repeat(length - begin.length() - 2) + "\"}";
        return new Payload(type, 1, text);
    }

    /** The next one, which expects that all before it took effect. */
    Commit next() {
        int account = made % ACCOUNTS;
        long version = versions[account];
        versions[account] += 3;
        int number = made++;
        String id = "caller-" + caller + "-account-" + account;
        StreamId stream = new StreamId("smart-account", id);
        return Commit.at(NOW)
                .append(
                        stream,
                        version,
                        payload("transfer-requested", number, 200),
                        payload("policy-decided", number, 200),
                        payload("transaction-built", number, 200))
                .change(new RowChange.Put(new RowKey("smart-account", id), payload("account", number, 300)))
                .change(new RowChange.Insert(
                        new RowKey("nonce", "caller-" + caller + "-" + number), payload("nonce", number, 50)))
                .sending(new OutboxMessage("webhook", TENANT, stream, payload("webhook", number, 250)));
    }
}
