package dev.mandate.engine.transfer;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.engine.transfer.HistoryPageReader.Look;
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
import dev.mandate.ports.api.transfer.TransferEntry;
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
                                query.after().map(TransferCursor::closed).getOrElse(Array::empty),
                                query.after().flatMap(TransferCursor::newer)))
                        .flatMap(history -> new HistoryPageReader(history, entry -> look(account, entry), query).page()));
    }

    private Either<BuildRefusal, TransferPage> ofOne(Address account, Signature signature, TransferQuery query) {
        return silentOn(chain.landed(signature)).flatMap(landed -> landed
                .map(found -> new HistoryPageReader(new OneTransaction(found), entry -> look(account, entry), query).page())
                .getOrElse(() -> Either.right(TransferPage.EMPTY)));
    }

    /** Asks every source before an entry counts as unreadable: one of them may not keep it, or not keep all of it. */
    private Either<BuildRefusal, Look> look(Address account, LandedSignature entry) {
        Either<ChainFault, Option<Look>> first = look(account, entry, chain);
        if (first.isLeft() && !(first.getLeft() instanceof ChainFault.BadAnswer)) {
            return silentOn(first.map(Option::get));
        }
        return Either.right(first.getOrElse(Option.none())
                .orElse(() -> chain.sources()
                        .toStream()
                        .flatMap(source -> look(account, entry, source).getOrElse(Option.none()))
                        .headOption())
                .getOrElse(() -> new Look(Array.of(new TransferEntry.Unreadable(entry.signature(), entry.slot())), Array.empty())));
    }

    private Either<ChainFault, Option<Look>> look(Address account, LandedSignature entry, Chain source) {
        return source.landed(entry.signature()).map(landed -> landed.flatMap(found -> look(account, found)));
    }

    private Option<Look> look(Address account, LandedTransaction landed) {
        return format.movements(account, landed)
                .map(moved -> new Look(
                        moved.map(movement -> transfer(account, landed, movement)).reverse(),
                        landed.before().tokens().filterValues(held -> held.owner().equals(account)).keySet().toArray()));
    }

    private static TransferEntry transfer(Address account, LandedTransaction landed, Movement movement) {
        return new Transfer(
                landed.signature(),
                landed.slot(),
                landed.time(),
                movement.to().equals(account) ? Transfer.Direction.INFLOW : Transfer.Direction.OUTFLOW,
                movement);
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

        @Override
        public boolean follow(Seq<Address> addresses, Signature before) {
            return true;
        }

        @Override
        public Array<Address> unfinished() {
            return Array.empty();
        }
    }
}
