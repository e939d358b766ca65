package dev.mandate.engine.transfer;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.ports.spi.program.TokenFormat;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Finds transfers into and out of a smart account. It searches the history of the account's own address and of each token account that it
 * owns, because a payment into a token account need not name the owner.
 *
 * <p>A query needs one call to the chain for each token account, and one for each transaction that it decodes.
 */
public final class Transfers {

    private final Chain chain;
    private final TransactionFormat format;
    private final OwnedTokenAccounts tokenAccounts;

    public Transfers(Chain chain, TransactionFormat format, TokenFormat tokens) {
        this.chain = chain;
        this.format = format;
        this.tokenAccounts = new OwnedTokenAccounts(chain, tokens);
    }

    /** A page of the transfers of {@code account}, newest first. */
    public Either<BuildRefusal, TransferPage> page(Address account, TransferQuery query) {
        return query.transaction()
                .map(signature -> ofOne(account, signature, query))
                .getOrElse(() -> tokenAccounts
                        .of(account)
                        .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                        .map(held -> new MergedHistory(
                                chain::history,
                                held.keySet().toArray().prepend(account),
                                query.after().flatMap(TransferCursor::newer)))
                        .flatMap(history -> new HistoryPageReader(history, entry -> look(account, entry), query).page()));
    }

    private Either<BuildRefusal, TransferPage> ofOne(Address account, Signature signature, TransferQuery query) {
        return silentOn(chain.landed(signature)).flatMap(landed -> landed
                .map(found -> new HistoryPageReader(new OneTransaction(found), entry -> Either.right(seenBy(account, found)), query).page())
                .getOrElse(() -> Either.right(TransferPage.EMPTY)));
    }

    private Either<BuildRefusal, Array<Transfer>> look(Address account, LandedSignature entry) {
        return silentOn(chain.landed(entry.signature())).flatMap(landed -> landed
                .<BuildRefusal>toEither(() -> new BuildRefusal.ChainSilent(
                        new ChainFault.BadAnswer("what the history named is not known")))
                .map(found -> seenBy(account, found)));
    }

    /** The transfers of one transaction into or out of the account, last first. Transfers to itself are left out. */
    private Array<Transfer> seenBy(Address account, LandedTransaction landed) {
        Seq<Movement> moved = format.movements(landed);
        return moved.toArray()
                .filter(movement -> movement.from().equals(account) != movement.to().equals(account))
                .map(movement -> new Transfer(
                        landed.signature(),
                        landed.slot(),
                        landed.time(),
                        movement.to().equals(account) ? Transfer.Direction.INFLOW : Transfer.Direction.OUTFLOW,
                        movement))
                .reverse();
    }

    private static <T> Either<BuildRefusal, T> silentOn(Either<ChainFault, T> answer) {
        return answer.mapLeft(BuildRefusal.ChainSilent::new);
    }

    /** A history with a single transaction. */
    private static final class OneTransaction implements AddressHistory {

        private Option<LandedTransaction> next;

        OneTransaction(LandedTransaction transaction) {
            this.next = Option.some(transaction);
        }

        @Override
        public Either<BuildRefusal, Array<LandedSignature>> nextSlot() {
            Array<LandedSignature> slot = next.toArray()
                    .map(one -> new LandedSignature(one.signature(), one.slot(), one.time(), one.failure()));
            next = Option.none();
            return Either.right(slot);
        }
    }
}
