package dev.mandate.ports.custody;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** One wish of a change of settings. Several make one change: all of it or nothing. */
public sealed interface SettingsEdit {

    record AddSigners(Array<Signer> signers) implements SettingsEdit {
        public AddSigners(Iterable<Signer> signers) {
            this(Array.ofAll(signers));
        }
    }

    record RemoveSigner(Address signer) implements SettingsEdit {}

    /**
     * The complete desired set: who is not in it leaves, who is new joins, whose permissions differ changes.
     *
     * @param signers in any order
     */
    record ReplaceSigners(Array<Signer> signers) implements SettingsEdit {
        public ReplaceSigners(Iterable<Signer> signers) {
            this(Array.ofAll(signers));
        }
    }

    record SetThreshold(Threshold threshold) implements SettingsEdit {}

    record SetTimeLock(TimeLock timeLock) implements SettingsEdit {}

    /**
     * Where rent goes.
     *
     * @param collector none: nobody gets it back
     */
    record SetRentCollector(Option<Address> collector) implements SettingsEdit {
        public SetRentCollector(Address collector) {
            this(Option.some(collector));
        }

        /** Nobody gets rent back. */
        public static SetRentCollector none() {
            return new SetRentCollector(Option.none());
        }
    }
}
