package dev.mandate.ports.custody;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;

/** What can be put to the vote. */
public sealed interface Proposable {

    /**
     * A transaction with the account wherever a signer stands.
     *
     * @param transaction wire bytes; its fee payer, blockhash and signatures are not used
     */
    record Transaction(Bytes transaction) implements Proposable {}

    /** A change of settings. */
    record Settings(Array<SettingsEdit> edits, LeaversLimits leaversLimits) implements Proposable {
        public Settings(Iterable<SettingsEdit> edits, LeaversLimits leaversLimits) {
            this(Array.ofAll(edits), leaversLimits);
        }
    }
}
