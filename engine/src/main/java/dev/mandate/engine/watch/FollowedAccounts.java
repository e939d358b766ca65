package dev.mandate.engine.watch;

import dev.mandate.engine.watch.AccountWatcher.Followed;
import io.vavr.collection.Seq;

/** The accounts of all tenants on a network. Not safe for several threads. */
@FunctionalInterface
public interface FollowedAccounts {

    /** Every account. */
    Seq<Followed> all();

    /** At least the accounts that came since the last call of this method or of {@link #all}. Asked every few seconds. */
    default Seq<Followed> added() {
        return all();
    }
}
