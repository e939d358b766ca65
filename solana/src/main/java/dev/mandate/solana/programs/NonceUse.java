package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.solana.programs.SystemInstruction.AdvanceNonce;
import io.vavr.control.Option;

/**
 * What keeps a message alive until it is sent, however long people take to sign it: the value of a nonce account in the place
 * of a recent blockhash. The message must begin by advancing that nonce, which also makes sure that it lands only once.
 *
 * @param account the nonce account
 * @param authority who signs for advancing it
 * @param value what the account holds
 */
public record NonceUse(Address account, Address authority, Blockhash value) {

    /**
     * {@code message} with this value as its lifetime, and the nonce's advance before all its instructions.
     *
     * @throws IllegalArgumentException if it stands on a durable nonce already: that would advance twice, which the chain refuses
     */
    public Message applyTo(Message message) {
        if (of(message).isDefined()) {
            throw new IllegalArgumentException("the message stands on a durable nonce already");
        }
        return new Message(
                message.version(),
                message.feePayer(),
                value,
                message.instructions().prepend(SystemProgram.advanceNonce(account, authority)),
                message.lookupTables());
    }

    /** The durable nonce that {@code message} stands on: none unless its first instruction advances one. */
    public static Option<NonceUse> of(Message message) {
        Option<Instruction> first = message.instructions().headOption();
        return first.flatMap(instruction -> SystemProgram.decode(instruction).toOption())
                .flatMap(decoded -> decoded instanceof AdvanceNonce advance
                        ? Option.some(new NonceUse(advance.nonceAccount(), advance.authority(), message.lifetime()))
                        : Option.none());
    }
}
