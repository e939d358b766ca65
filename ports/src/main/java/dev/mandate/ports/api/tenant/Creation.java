package dev.mandate.ports.api.tenant;

import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.spi.program.AccountRef;

/**
 * An account that was ordered.
 *
 * @param account its addresses, which stay the same over every retry
 * @param submission its id stays the same too; read under it is the newest transaction of the account
 */
public record Creation(AccountRef account, Command.CreateAccount terms, Status status, SubmissionId submission) {

    /** The progress of the creation. */
    public enum Status {
        /** It exists on the chain. */
        CREATED,
        /** Its transaction is pending. */
        PENDING,
        /**
         * It was not created; its submission says why. If no transaction of it landed, repeating the request orders it again. If one
         * landed and failed, this status is final.
         */
        FAILED
    }
}
