package dev.mandate.engine.accounts;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.JsonObject;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A tenant's account as stored, with the records that must not be missing.
 *
 * @param records the newest versions of other entities about the account. Earlier versions of the program named none: an entity that is not named
 *     may be there
 * @param spent the intents about the account that were spent last and can still be in time, at most {@value #MOST_SPENT}
 */
record RecordedAccount(TenantAccount account, Array<NamedRecord> records, Array<SpentIntent> spent) {

    static final int MOST_SPENT = 64;

    static final EntityType<RecordedAccount, Change> TYPE =
            EntityType.of("tenant-account", RecordedAccount.class, Change.class, RecordedAccount::evolve).upcasting(1, RecordedAccount::fromVersion1);

    /** An entity that has at least {@code version} events. */
    record NamedRecord(String kind, String id, long version) {

        boolean isOf(StreamId stream) {
            return kind.equals(stream.kind()) && id.equals(stream.id());
        }

        StreamId stream() {
            return new StreamId(kind, id);
        }
    }

    /** An intent that is not in time any more after {@code until}. */
    record SpentIntent(String nonce, UnixTime until) {}

    /** What happens to an account's row. */
    sealed interface Change {

        /** The account became the tenant's. */
        record Added(TenantAccount account) implements Change {}

        /** An entity about the account has a new version. */
        record Named(NamedRecord record) implements Change {}

        /** An entity means nothing any more. */
        record Dropped(String kind, String id) implements Change {}

        /** An intent was spent. */
        record Spent(SpentIntent intent, UnixTime at) implements Change {}
    }

    private static JsonObject fromVersion1(JsonObject old) {
        return old.when("tenant-account", row -> row.changed(
                "state", account -> "{\"account\":" + account + ",\"records\":[],\"spent\":[]}"));
    }

    private static RecordedAccount evolve(Option<RecordedAccount> before, Change change) {
        return switch (change) {
            case Change.Added(TenantAccount account) when before.isEmpty() -> new RecordedAccount(account, Array.empty(), Array.empty());
            case Change.Added added -> throw new IllegalStateException("an account is added once");
            case Change.Named(NamedRecord record) -> there(before).without(record.stream()).with(record);
            case Change.Dropped(String kind, String id) -> there(before).without(new StreamId(kind, id));
            case Change.Spent(SpentIntent intent, UnixTime at) -> there(before).with(intent, at);
        };
    }

    private static RecordedAccount there(Option<RecordedAccount> before) {
        return before.getOrElseThrow(() -> new IllegalStateException("the account was never added"));
    }

    private RecordedAccount without(StreamId stream) {
        return new RecordedAccount(account, records.reject(record -> record.isOf(stream)), spent);
    }

    private RecordedAccount with(NamedRecord record) {
        return new RecordedAccount(account, records.append(record), spent);
    }

    private RecordedAccount with(SpentIntent intent, UnixTime at) {
        return new RecordedAccount(
                account, records, spent.reject(one -> one.until().isBefore(at)).append(intent).takeRight(MOST_SPENT));
    }
}
