package dev.mandate.engine.content;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.spi.chain.AccountData;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;

/**
 * Instructions, with the content that they record, approve or execute, and all content within that.
 *
 * @param steps the life-cycle steps among the instructions
 * @param contents each content once, at the first instruction that names it
 * @param read the accounts that were read for the tree and all within
 */
public record ContentTree(Array<Instruction> instructions, ContentSteps steps, Array<Within> contents, Map<Address, AccountData> read) {

    /**
     * Content that an instruction names.
     *
     * @param instruction zero-based, among the instructions of the tree
     * @param transaction the address of the content
     * @param read the instructions that a vault signs, empty for a change of settings; or why the content cannot be shown
     */
    public record Within(
            int instruction,
            AccountRef account,
            Address transaction,
            TransactionContent content,
            Either<String, ContentTree> read) {}

    /** Whether the instructions themselves record {@code content}. */
    public boolean records(Within content) {
        return steps.spelledOut(content.transaction()) || steps.gathered(content.transaction());
    }

    /** The accounts on which the instructions act, and those on which all content within does. */
    public Set<Address> accounts(SmartAccountProgram program) {
        return contents.foldLeft(
                HashSet.ofAll(instructions.flatMap(program::settingsOf)).map(settings -> program.accountOf(settings).address()),
                (all, within) -> all.add(within.account().address())
                        .addAll(within.read().map(inner -> inner.accounts(program)).getOrElse(HashSet::empty)));
    }

    /** What {@code within}, and content within that, would give away. The number is that of the instruction in {@code within}. */
    public Array<GiveawayWarning> warnings(Within within, SmartAccountProgram program, TransactionFormat format) {
        return within.content()
                .vaultInstructions()
                .toArray()
                .flatMap(stored -> within.read()
                        .map(tree -> tree.warnings(program.vaultAddress(within.account(), stored.vaultIndex()), program, format))
                        .getOrElse(Array.empty()));
    }

    /** Warnings about instructions that {@code vault} signs, and about those that other vaults sign by content within. */
    public Array<GiveawayWarning> warnings(Address vault, SmartAccountProgram program, TransactionFormat format) {
        return format.warnings(vault, instructions)
                .appendAll(contents.flatMap(within -> warnings(within, program, format)
                        .map(warning -> new GiveawayWarning(warning.code(), within.instruction(), warning.account()))))
                .distinct();
    }

    /** Who gets money by {@code within}, and by content within that. The number is that of the instruction in {@code within}. */
    public Array<MoneyReceiver> receivers(Within within, SmartAccountProgram program, TransactionFormat format) {
        return within.content()
                .settingsActions()
                .flatMap(MoneyReceiver::of)
                .appendAll(within.content()
                        .vaultInstructions()
                        .toArray()
                        .flatMap(stored -> within.read()
                                .map(tree -> tree.receivers(program.vaultAddress(within.account(), stored.vaultIndex()), program, format))
                                .getOrElse(Array.empty())));
    }

    /** Who gets money by instructions that {@code vault} signs, and by those that other vaults sign by content within. */
    public Array<MoneyReceiver> receivers(Address vault, SmartAccountProgram program, TransactionFormat format) {
        return format.receivers(vault, instructions)
                .appendAll(program.receivers(instructions))
                .appendAll(contents.flatMap(within -> receivers(within, program, format)
                        .map(receiver -> receiver.at(within.instruction()))));
    }
}
