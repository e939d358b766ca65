package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.collection.Array;
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
     * Of the last advance of a durable nonce: then {@code value} may stand again, and a transaction with it can land.
     *
     * A nonce that is advanced anew before the last advance is final may give any value back.
     *
     * @param account a nonce account that was just read with another value
     */
    static Either<ChainFault, Boolean> ofAdvance(Chain source, TransactionFormat format, Address account, Blockhash value) {
        return NonceValue.finalized(source, format, account).flatMap(last -> NonceValue.read(source, format, account)
                .map(now -> now.contains(value) || !now.equals(last)));
    }

    /** Whether a transaction with this value of a durable nonce can land, now or after a fork, by accounts that were both read by the nonce's query. */
    public static boolean mayStand(
            TransactionFormat format, Address account, Blockhash value, AccountsSnapshot now, AccountsSnapshot last) {
        Option<Blockhash> shown = NonceValue.in(now, format, account);
        return shown.contains(value) || !shown.equals(NonceValue.in(last, format, account));
    }
}
