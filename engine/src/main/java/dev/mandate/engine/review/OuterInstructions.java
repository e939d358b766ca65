package dev.mandate.engine.review;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.review.OuterInstruction;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.NonceCreation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TokenFormat;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** Tells what the outer instructions of a transaction are to an account. */
final class OuterInstructions {

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final TokenFormat tokens;

    OuterInstructions(ChainFormats formats) {
        this.program = formats.program();
        this.format = formats.format();
        this.tokens = formats.tokens();
    }

    Array<OuterInstruction> of(AccountRef account, Address payer, Array<Instruction> instructions) {
        Map<Integer, NonceCreation> creations = creations(payer, instructions);
        return instructions.zipWithIndex((instruction, index) -> creations.get(index)
                .<OuterInstruction>map(creation -> new OuterInstruction.CreatesNonce(
                        instruction.program(), creation.nonceAccount(), creation.authority(), creation.lamports()))
                .getOrElse(() -> creations.containsKey(index - 1)
                        ? new OuterInstruction.Preparation()
                        : one(account, payer, instruction)));
    }

    /** The nonce accounts that are made at the fee payer's cost, by the index of the first of their two instructions. */
    private Map<Integer, NonceCreation> creations(Address payer, Array<Instruction> instructions) {
        return Array.range(0, instructions.length() - 1)
                .flatMap(first -> format.createdNonce(instructions.get(first), instructions.get(first + 1))
                        .filter(creation -> creation.payer().equals(payer))
                        .map(creation -> Tuple.of(first, creation)))
                .toLinkedMap(one -> one);
    }

    private OuterInstruction one(AccountRef account, Address payer, Instruction instruction) {
        if (program.settingsOf(instruction).contains(account.settings())) {
            return new OuterInstruction.Operation();
        }
        if (format.lookupTables().isOwnTable(instruction, payer)) {
            return new OuterInstruction.Preparation();
        }
        Option<Address> nonce = format.advancedNonce(instruction);
        if (nonce.isDefined()) {
            return new OuterInstruction.AdvancesNonce(nonce.get(), format.nonceAuthority(instruction).getOrElse(Address.ZERO));
        }
        return format.isComputeBudget(instruction) || tokens.isAccountCreation(instruction)
                ? new OuterInstruction.Companion()
                : new OuterInstruction.Foreign(instruction.program());
    }
}
