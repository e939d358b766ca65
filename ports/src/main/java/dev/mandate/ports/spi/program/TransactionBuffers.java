package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.DataMatch;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Buffers: accounts in which the program collects content that is too large for one transaction of the chain. A signer who may propose
 * opens a buffer, and only that signer can extend it. When the content is proposed from it, the program closes it and returns its rent to
 * that signer.
 */
public interface TransactionBuffers {

    /** The maximum of buffers per creator and account; they are numbered from 0. */
    int PER_CREATOR = 256;

    /**
     * The progress of a buffer.
     *
     * @param index 0 to 255
     * @param gathered number of the content's bytes that it holds
     */
    record Progress(int index, int gathered) {}

    Address address(AccountRef account, Address creator, int index);

    /** The matches that find the buffers of {@code creator} for {@code account} among the program's accounts. */
    Seq<DataMatch> of(AccountRef account, Address creator);

    /** How much of {@code content} this buffer holds; none if it holds other content. */
    Option<Progress> progress(AccountData buffer, VaultInstructions content);

    /** The content of this buffer for the vault {@code vaultIndex}; none if it is not a buffer, or is not full. */
    Option<VaultInstructions> content(AccountData buffer, int vaultIndex);

    /**
     * Opens a buffer.
     *
     * @param rentPayer signs, and pays for the whole buffer
     * @param bytes number of the content's bytes in this instruction
     */
    Instruction open(
            AccountRef account, Address creator, Address rentPayer, int index, VaultInstructions content, int bytes);

    /**
     * Appends to a buffer.
     *
     * @param from number of bytes that it holds before
     * @param to number of bytes that it holds after
     */
    Instruction extend(AccountRef account, Address creator, int index, VaultInstructions content, int from, int to);

    /**
     * The instruction for {@code operation}, as {@link SmartAccountProgram#encode} makes it, but from a full buffer.
     *
     * @throws IllegalArgumentException if the content is a change of settings: the program keeps none in buffers
     */
    Instruction create(AccountRef account, Operation.CreateTransaction operation, int index);

    /** The room that a buffer for {@code content} takes. */
    NewStorage room(AccountRef account, Address creator, int index, VaultInstructions content);
}
