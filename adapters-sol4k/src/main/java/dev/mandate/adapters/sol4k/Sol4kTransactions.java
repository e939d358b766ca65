package dev.mandate.adapters.sol4k;

import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.WireProblem;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Base64;
import org.sol4k.TransactionMessage;
import org.sol4k.VersionedTransaction;

/** Transactions of sol4k as wire bytes, and the engine's as sol4k's. What comes in is read by the strict codec of {@code mandate-solana}. */
public final class Sol4kTransactions {

    private Sol4kTransactions() {}

    /** Wire bytes of {@code message} with an empty slot for each signer: sol4k itself serializes signed transactions only. */
    public static Either<WireProblem, Bytes> unsigned(TransactionMessage message) {
        return CompiledMessage.parse(Bytes.of(message.serialize()))
                .map(parsed -> WireTransaction.unsigned(parsed).serialize());
    }

    /**
     * Wire bytes of a transaction that all its signers have signed.
     *
     * @throws RuntimeException of sol4k if a signature is missing or false: take its message, and {@link #unsigned}
     */
    public static Either<WireProblem, Bytes> signed(VersionedTransaction transaction) {
        return WireTransaction.parse(Bytes.of(transaction.serialize())).map(WireTransaction::serialize);
    }

    /**
     * A step of a plan for sol4k, to be signed there.
     *
     * @return none for version 1, which sol4k does not know
     */
    public static Option<VersionedTransaction> out(UnsignedTransaction unsigned) {
        return CompiledMessage.parse(unsigned.message())
                .filter(message -> message.version() != MessageVersion.V1)
                .map(known -> VersionedTransaction.from(
                        Base64.getEncoder().encodeToString(unsigned.transaction().toArray())))
                .filter(theirs -> Bytes.of(theirs.getMessage().serialize()).equals(unsigned.message()));
    }
}
