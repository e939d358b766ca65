package dev.mandate.ports.api.custody;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** One part of a change of settings. Several parts make one change, which happens as a whole or not at all. */
public sealed interface SettingsEdit {

    record AddSigners(Array<Signer> signers) implements SettingsEdit {
        public AddSigners(Iterable<Signer> signers) {
            this(Array.ofAll(signers));
        }
    }

    record RemoveSigner(Address signer) implements SettingsEdit {}

    /**
     * The complete new set of signers. Signers are added, removed, or get other permissions to match it.
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
     * The address that receives the rent of closed transactions.
     *
     * @param collector none: nobody receives it
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
