package dev.mandate.ports.api.custody;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;

/** The content of a proposal. */
public sealed interface Proposable {

    /**
     * A transaction that the account is to execute. The account signs in it.
     *
     * @param transaction wire bytes; its fee payer, blockhash and signatures are ignored
     */
    record Transaction(Bytes transaction) implements Proposable {}

    /** A change of settings. */
    record Settings(Array<SettingsEdit> edits, LeaversLimits leaversLimits) implements Proposable {
        public Settings(Iterable<SettingsEdit> edits, LeaversLimits leaversLimits) {
            this(Array.ofAll(edits), leaversLimits);
        }
    }
}
