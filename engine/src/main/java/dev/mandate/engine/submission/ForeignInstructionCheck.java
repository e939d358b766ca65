package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.NonceCreation;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TokenFormat;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.custody.NonceAccounts;
import dev.mandate.ports.custody.SubmissionRefusal;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;

/**
 * Checks what a submitted transaction does. It must operate on the account. Beside that it may set a compute budget and create token
 * accounts. A transaction of its own may create a lookup table or a nonce account that its payer pays for.
 */
final class ForeignInstructionCheck {

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final TokenFormat tokens;
    private final NonceAccounts nonces;

    ForeignInstructionCheck(ChainFormats formats, NonceAccounts nonces) {
        this.program = formats.program();
        this.format = formats.format();
        this.tokens = formats.tokens();
        this.nonces = nonces;
    }

    /** The relation of an instruction to an account. */
    private enum Bearing {
        OPERATION,
        PREPARATION,
        BESIDE,
        NONCE,
        FOREIGN
    }

    /** The message; refused unless every instruction operates on the account or may accompany one that does. */
    Either<SubmissionRefusal, Message> require(AccountRef account, Message message) {
        Array<Instruction> instructions = message.instructions().toArray();
        Set<Integer> creating = creations(message).keySet().flatMap(first -> Array.of(first, first + 1));
        boolean operates = false;
        Array<SubmissionRefusal> foreign = Array.empty();
        for (int i = 0; i < instructions.length(); i++) {
            Instruction instruction = instructions.get(i);
            switch (creating.contains(i) ? Bearing.PREPARATION : bearing(account.settings(), message.feePayer(), instruction)) {
                case NONCE -> {
                    Address nonce = format.advancedNonce(instruction).get();
                    if (i > 0 || !nonces.of(account.address()).contains(nonce)) {
                        foreign = foreign.append(new SubmissionRefusal.NonceNotAllowed(i, nonce));
                    }
                }
                case OPERATION, PREPARATION -> operates = true;
                case BESIDE -> {}
                case FOREIGN ->
                    foreign = foreign.append(
                            new SubmissionRefusal.ForeignInstruction(i, instruction.program()));
            }
        }
        if (!foreign.isEmpty()) {
            return Either.left(SubmissionRefusal.of(foreign));
        }
        return operates ? Either.right(message) : Either.left(new SubmissionRefusal.NothingOnAccount());
    }

    /** The nonce accounts that the message creates at its fee payer's cost, by the index of the first of their two instructions. */
    Map<Integer, NonceCreation> creations(Message message) {
        Array<Instruction> instructions = message.instructions().toArray();
        return Array.range(0, instructions.length() - 1)
                .flatMap(first -> format.createdNonce(instructions.get(first), instructions.get(first + 1))
                        .filter(creation -> creation.payer().equals(message.feePayer()))
                        .map(creation -> Tuple.of(first, creation)))
                .toLinkedMap(one -> one);
    }

    private Bearing bearing(Address settings, Address payer, Instruction instruction) {
        if (program.settingsOf(instruction).contains(settings)) {
            return Bearing.OPERATION;
        }
        if (format.lookupTables().isOwnTable(instruction, payer)) {
            return Bearing.PREPARATION;
        }
        if (format.advancedNonce(instruction).isDefined()) {
            return Bearing.NONCE;
        }
        return format.isComputeBudget(instruction) || tokens.isAccountCreation(instruction)
                ? Bearing.BESIDE
                : Bearing.FOREIGN;
    }
}
