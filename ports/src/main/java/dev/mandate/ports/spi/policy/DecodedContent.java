package dev.mandate.ports.spi.policy;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;

/** The content of a smart account's transaction, which an instruction records, approves or executes. */
public sealed interface DecodedContent {

    /** The account whose content it is. */
    AccountRef account();

    /** The address of the content. */
    Address transaction();

    /** The instructions of the content; empty if it has none, or is unreadable. */
    default Array<DecodedInstruction> instructions() {
        return switch (this) {
            case Signed signed -> signed.said();
            case Change change -> Array.empty();
            case Unreadable unreadable -> Array.empty();
        };
    }

    /** Instructions that {@code vault} signs. */
    record Signed(AccountRef account, Address transaction, Address vault, Array<DecodedInstruction> said)
            implements DecodedContent {}

    /**
     * A change of the account's settings by vote.
     *
     * @param calls the same changes as calls of the account program by an admin
     */
    record Change(AccountRef account, Address transaction, Array<SettingsAction> actions, Array<DecodedCall> calls)
            implements DecodedContent {}

    /** Content that cannot be read. The engine itself refuses to propose, approve and execute it. */
    record Unreadable(AccountRef account, Address transaction, String why) implements DecodedContent {}
}
