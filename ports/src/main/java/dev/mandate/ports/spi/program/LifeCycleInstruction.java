package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.control.Option;

/** A life-cycle step of a transaction of the account with {@code settings}, read from an instruction of the program. */
public sealed interface LifeCycleInstruction {

    SettingsAddress settings();

    /** The signer who acts. */
    Address by();

    /** The account of the transaction or of its proposal. */
    default Address target() {
        return switch (this) {
            case Create create -> create.transaction();
            case CreateFromBuffer create -> create.transaction();
            case Propose propose -> propose.proposal();
            case CastVote vote -> vote.proposal();
            case Execute execute -> execute.transaction();
        };
    }

    /** This, if it spells out the content that it records. */
    default Option<Create> recording() {
        return switch (this) {
            case Create create -> Option.some(create);
            case CreateFromBuffer create -> Option.none();
            case Propose propose -> Option.none();
            case CastVote vote -> Option.none();
            case Execute execute -> Option.none();
        };
    }

    /** Records content that the instruction itself spells out. */
    record Create(SettingsAddress settings, Address by, Address transaction, TransactionContent content)
            implements LifeCycleInstruction {}

    /** Records what a buffer holds once it lands. */
    record CreateFromBuffer(SettingsAddress settings, Address by, Address transaction, int vaultIndex, Address buffer)
            implements LifeCycleInstruction {}

    record Propose(SettingsAddress settings, Address by, Address proposal, long index) implements LifeCycleInstruction {}

    record CastVote(SettingsAddress settings, Address by, Vote vote, Address proposal, Option<String> memo)
            implements LifeCycleInstruction {}

    record Execute(SettingsAddress settings, Address by, Address transaction) implements LifeCycleInstruction {}
}
