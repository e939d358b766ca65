package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.DataMatch;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * The accounts in which the program gathers content that is too large for one of the chain's transactions. Whoever opens one, a
 * signer who may propose, alone can go on with it. It is gone once the transaction is made of it, and its rent goes to who opened it.
 */
public interface TransactionBuffers {

    /** A creator's buffers for one account are numbered from 0, and there are so many. */
    int PER_CREATOR = 256;

    /**
     * A buffer as far as it has come.
     *
     * @param index 0 to 255
     * @param gathered bytes of the content that are there
     */
    record Progress(int index, int gathered) {}

    Address address(AccountRef account, Address creator, int index);

    /** What tells the buffers that {@code creator} opened for {@code account} from everything else that the program owns. */
    Seq<DataMatch> of(AccountRef account, Address creator);

    /** How far this buffer has come with {@code content}; none if it gathers something else. */
    Option<Progress> progress(AccountData buffer, VaultInstructions content);

    /** What is made of this buffer under {@code vaultIndex}; none if it is no buffer, or not full yet. */
    Option<VaultInstructions> content(AccountData buffer, int vaultIndex);

    /**
     * Opens a buffer.
     *
     * @param rentPayer signs, and pays for the whole buffer
     * @param bytes how many of the content's bytes it begins with
     */
    Instruction open(
            AccountRef account, Address creator, Address rentPayer, int index, VaultInstructions content, int bytes);

    /**
     * Adds to a buffer.
     *
     * @param from how many bytes are there
     * @param to how many are to be
     */
    Instruction extend(AccountRef account, Address creator, int index, VaultInstructions content, int from, int to);

    /**
     * As {@link SmartAccountProgram#encode} does, from a full buffer.
     *
     * @throws IllegalArgumentException if the content is a change of settings, which no buffer gathers
     */
    Instruction create(AccountRef account, Operation.CreateTransaction operation, int index);

    /** The room that a buffer for {@code content} takes. */
    NewRoom room(AccountRef account, Address creator, int index, VaultInstructions content);
}
