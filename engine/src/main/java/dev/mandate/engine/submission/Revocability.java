package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Whether a fork may take back what a source of the chain shows as confirmed. */
public final class Revocability {

    private Revocability() {}

    /** Of a transaction that landed. Nodes forget the status of what has been final for long; of what a fork took back there is none either. */
    static Either<ChainFault, Boolean> ofLanding(Chain source, Signature landed, long slot) {
        return source.statuses(Array.of(landed)).flatMap(found -> found.head()
                .<Either<ChainFault, Boolean>>map(status -> Either.right(status.finality() != Finality.FINALIZED))
                .getOrElse(() -> source.healthySlot().map(now -> now < slot + SignatureStatus.SLOTS_TO_FINALITY)));
    }

    /**
     * Of the advance of a durable nonce, or whether a fork took it back since. Then {@code value} stands again, and a transaction with it can land.
     *
     * @param account a nonce account that was just read with another value
     */
    public static Either<ChainFault, Boolean> ofAdvance(Chain source, TransactionFormat format, Address account, Blockhash value) {
        return source.history(account, Option.none(), 1)
                .flatMap(newest -> newest.flatMap(Seq::headOption)
                        .map(advance -> ofLanding(source, advance.signature(), advance.slot()))
                        .getOrElse(() -> Either.right(false)))
                .flatMap(revocable ->
                        revocable ? Either.right(true) : NonceValue.read(source, format, account).map(now -> now.contains(value)));
    }
}
