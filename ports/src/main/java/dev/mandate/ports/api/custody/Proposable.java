package dev.mandate.ports.api.custody;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.util.Objects;

/** The content of a proposal. */
public sealed interface Proposable {

    /**
     * A transaction that the account is to execute. The account signs in it.
     *
     * @param transaction wire bytes; its fee payer, blockhash and signatures are ignored
     */
    record Transaction(Bytes transaction) implements Proposable {
        public Transaction {
            Objects.requireNonNull(transaction, "transaction");
        }
    }

    /** A change of settings. */
    record Settings(Array<SettingsEdit> edits, LeaversLimits leaversLimits) implements Proposable {
        public Settings {
            Objects.requireNonNull(edits, "edits");
            Objects.requireNonNull(leaversLimits, "leaversLimits");
        }

        public Settings(Iterable<SettingsEdit> edits, LeaversLimits leaversLimits) {
            this(Array.ofAll(Objects.requireNonNull(edits, "edits")), leaversLimits);
        }
    }
}
