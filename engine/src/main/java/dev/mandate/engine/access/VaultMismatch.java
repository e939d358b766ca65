package dev.mandate.engine.access;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.audit.JournalId;
import io.vavr.control.Option;

/** A key vault and a journal do not belong together. */
public sealed interface VaultMismatch {

    /** The description for the operator: one line without a period. */
    String text();

    /**
     * The vault belongs to another journal.
     *
     * @param found the journal's id, or what it is without one
     */
    record OtherJournal(JournalId known, String found) implements VaultMismatch {
        @Override
        public String text() {
            return "the journal is " + found + ", and the key vault belongs to the journal " + known;
        }
    }

    /** The vault belongs to no journal yet and has keys, and the journal names none of them. */
    record UnknownKeys(int keys) implements VaultMismatch {
        @Override
        public String text() {
            return "the key vault has " + keys + (keys == 1 ? " key" : " keys") + ", and the journal names none of them";
        }
    }

    /**
     * The journal was written with another vault. No consent helps: it needs the keys of that one.
     *
     * @param found the vault's fee payer; none if it has none
     */
    record OtherFeePayer(Option<Address> found, Address bound) implements VaultMismatch {
        @Override
        public String text() {
            return "the key vault's fee payer is " + found.map(Address::toString).getOrElse("missing") + ", and that of the journal is " + bound;
        }
    }

    /** What the vault remembers cannot be read or written. */
    record Unreadable(String problem) implements VaultMismatch {
        @Override
        public String text() {
            return "the key vault can't be used: " + problem;
        }
    }
}
