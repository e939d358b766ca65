package dev.mandate.ports.api.custody;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Objects;

/** One part of a change of settings. Several parts make one change, which happens as a whole or not at all. */
public sealed interface SettingsEdit {

    record AddSigners(Array<Signer> signers) implements SettingsEdit {
        public AddSigners {
            Objects.requireNonNull(signers, "signers");
        }

        public AddSigners(Iterable<Signer> signers) {
            this(Array.ofAll(Objects.requireNonNull(signers, "signers")));
        }
    }

    record RemoveSigner(Address signer) implements SettingsEdit {
        public RemoveSigner {
            Objects.requireNonNull(signer, "signer");
        }
    }

    /**
     * The complete new set of signers. Signers are added, removed, or get other permissions to match it.
     *
     * @param signers in any order
     */
    record ReplaceSigners(Array<Signer> signers) implements SettingsEdit {
        public ReplaceSigners {
            Objects.requireNonNull(signers, "signers");
        }

        public ReplaceSigners(Iterable<Signer> signers) {
            this(Array.ofAll(Objects.requireNonNull(signers, "signers")));
        }
    }

    record SetThreshold(Threshold threshold) implements SettingsEdit {
        public SetThreshold {
            Objects.requireNonNull(threshold, "threshold");
        }
    }

    record SetTimeLock(TimeLock timeLock) implements SettingsEdit {
        public SetTimeLock {
            Objects.requireNonNull(timeLock, "timeLock");
        }
    }

    /**
     * The address that receives the rent of closed transactions.
     *
     * @param collector none: nobody receives it
     */
    record SetRentCollector(Option<Address> collector) implements SettingsEdit {
        public SetRentCollector {
            Objects.requireNonNull(collector, "collector");
        }

        public SetRentCollector(Address collector) {
            this(Option.some(Objects.requireNonNull(collector, "collector")));
        }

        /** Nobody gets rent back. */
        public static SetRentCollector none() {
            return new SetRentCollector(Option.none());
        }
    }
}
