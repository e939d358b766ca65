package dev.mandate.solana.squadsv4.instruction;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.Unsigned;

/** Gathers a message that is too large for one transaction. */
public sealed interface BufferInstruction extends SquadsInstruction {

    /**
     * Opens a buffer with its first slice.
     *
     * @param transactionBuffer writable: the account to be
     * @param creator signer: a member with Initiate, who alone may go on
     * @param rentPayer writable signer
     * @param bufferIndex 0 to 255, in the buffer's address
     * @param vaultIndex 0 to 255
     * @param finalBufferHash SHA-256 of the whole message
     * @param finalBufferSize the whole message in bytes, unsigned 16 bits
     * @param buffer the first slice
     */
    record TransactionBufferCreate(
            Address multisig,
            Address transactionBuffer,
            Address creator,
            Address rentPayer,
            int bufferIndex,
            int vaultIndex,
            Bytes32 finalBufferHash,
            int finalBufferSize,
            Bytes buffer)
            implements BufferInstruction {

        public TransactionBufferCreate {
            Unsigned.requireU8(bufferIndex);
            Unsigned.requireU8(vaultIndex);
            Unsigned.requireU16(finalBufferSize);
        }

        @Override
        public InstructionType type() {
            return InstructionType.TRANSACTION_BUFFER_CREATE;
        }
    }

    /**
     * Adds a slice.
     *
     * @param transactionBuffer writable
     * @param creator signer
     * @param buffer what follows the bytes that are there
     */
    record TransactionBufferExtend(Address multisig, Address transactionBuffer, Address creator, Bytes buffer)
            implements BufferInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.TRANSACTION_BUFFER_EXTEND;
        }
    }

    /**
     * Gives a buffer up.
     *
     * @param transactionBuffer writable
     * @param creator signer, and writable since the rent goes there: the IDL forgets the latter, and the program then fails
     */
    record TransactionBufferClose(Address multisig, Address transactionBuffer, Address creator)
            implements BufferInstruction {
        @Override
        public InstructionType type() {
            return InstructionType.TRANSACTION_BUFFER_CLOSE;
        }
    }
}
