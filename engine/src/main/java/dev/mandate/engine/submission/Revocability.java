package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.AccountQuery;
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

    /** Of the last advance of a durable nonce, which was just read with another value than {@code value}: then a transaction with that can land. */
    static Either<ChainFault, Boolean> ofAdvance(Chain source, TransactionFormat format, Address account, Blockhash value) {
        Array<AccountQuery> nonce = Array.of(format.nonceQuery(account));
        return source.finalizedAccounts(nonce)
                .flatMap(last -> source.accounts(nonce).map(now -> mayStand(format, account, value, now, last)));
    }

    /**
     * Whether a transaction with this value of a durable nonce can land, now or after a fork. A nonce whose last advance is not final may get any earlier
     * value back.
     *
     * @param now read by the nonce's query, after {@code last}, which is final
     */
    public static boolean mayStand(
            TransactionFormat format, Address account, Blockhash value, AccountsSnapshot now, AccountsSnapshot last) {
        Option<Blockhash> shown = NonceValue.in(now, format, account);
        return shown.contains(value) || !shown.equals(NonceValue.in(last, format, account));
    }
}
