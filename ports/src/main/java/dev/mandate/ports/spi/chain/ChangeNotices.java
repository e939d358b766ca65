package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;

/**
 * News of accounts, which may be late, doubled, missing or false: they say which account to read now, and prove nothing. Safe from any thread.
 */
public interface ChangeNotices extends AutoCloseable {

    /** No news. */
    ChangeNotices NONE = new ChangeNotices() {
        @Override
        public void follow(Set<Address> accounts, Set<Address> mentioned) {}

        @Override
        public Set<Address> news() {
            return HashSet.empty();
        }

        @Override
        public void close() {}
    };

    /**
     * Listens for these addresses, and no others. There may be too many; then no news comes of some.
     *
     * @param accounts news comes when one of these accounts changes
     * @param mentioned news comes when a transaction names one of these
     */
    void follow(Set<Address> accounts, Set<Address> mentioned);

    /** The addresses of which news came since the last call. Call it every second or so: it keeps the connection alive. */
    Set<Address> news();

    /** Ends the listening. */
    @Override
    void close();
}
