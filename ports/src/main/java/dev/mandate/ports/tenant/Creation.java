package dev.mandate.ports.tenant;

import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.custody.SubmissionId;
import dev.mandate.ports.program.AccountRef;

/**
 * An account that was ordered.
 *
 * @param account where it is or will be; it stays the same over every retry
 */
public record Creation(AccountRef account, Command.CreateAccount terms, Status status, SubmissionId submission) {

    /** How far it is. */
    public enum Status {
        /** It stands on the chain. */
        CREATED,
        /** On its way. */
        PENDING,
        /**
         * It was not made; its submission says why. If no transaction of it landed, the same request orders it anew; if one landed and
         * failed, it stays so.
         */
        FAILED
    }
}
