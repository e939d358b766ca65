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
import dev.mandate.ports.spi.program.TokenFormat.Holding;
import dev.mandate.ports.spi.program.TokenFormat;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferCursor.Group;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferEntry;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Iterator;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Finds transfers into and out of a smart account. It searches the history of the account's own address and of each token account that it
 * owns, because a payment into a token account need not name the owner.
 *
 * <p>A query needs one call to the chain for each token account, and one for each transaction that it decodes. Anybody can create token accounts for an
 * account, so they are read in groups, one after the other.
 */
public final class Transfers {

    /** The token accounts of a group: with the account and some closed ones, as many histories as are read at once. */
    static final int GROUP = 9;

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
                .getOrElse(() -> histories(account, query.after()).flatMap(read -> new HistoryPageReader(
                                new MergedHistory(chain::history, read.addresses(), query.after().flatMap(TransferCursor::newer)),
                                entry -> look(account, entry, read),
                                query,
                                read.group())
                        .page()));
    }

    /**
     * The histories that a page reads.
     *
     * @param later token accounts of groups that follow
     */
    private record Histories(Array<Address> addresses, Group group, Set<Address> later) {

        static Histories of(Array<Address> addresses) {
            return new Histories(addresses, Group.ALL, HashSet.empty());
        }

        /** Whether a group before shows the transaction: it names the account, or one of the token accounts before. */
        boolean isShownBefore(Address account, LandedTransaction landed) {
            return group.after().exists(last -> landed.before().lamports().containsKey(account)
                    || landed.tokenAccounts().exists(held -> held._2.owner().equals(account) && held._1.compareTo(last) <= 0));
        }
    }

    private Either<BuildRefusal, Histories> histories(Address account, Option<TransferCursor> after) {
        Group group = after.map(TransferCursor::group).getOrElse(Group.ALL);
        Option<Array<Address>> reading = after.map(TransferCursor::reading).filter(Array::nonEmpty);
        return reading.isDefined() && group.until().isEmpty()
                ? Either.right(new Histories(reading.get(), group, HashSet.empty()))
                : silentOn(tokenAccounts.of(account)).map(held -> reading
                        .map(addresses -> new Histories(addresses, group, after(held, group.until()).toSet()))
                        .getOrElse(() -> begun(account, after(held, group.after()), group.after())));
    }

    /** The first group of {@code held}, all of which are after {@code last}. */
    private static Histories begun(Address account, Array<Address> held, Option<Address> last) {
        Array<Address> members = held.take(GROUP);
        Array<Address> later = held.drop(GROUP);
        return new Histories(
                last.isEmpty() ? members.prepend(account) : members,
                new Group(last, later.isEmpty() ? Option.none() : members.lastOption()),
                later.toSet());
    }

    private static Array<Address> after(Map<Address, Holding> held, Option<Address> last) {
        return held.keySet().toArray().filter(address -> last.forAll(one -> address.compareTo(one) > 0));
    }

    private Either<BuildRefusal, TransferPage> ofOne(Address account, Signature signature, TransferQuery query) {
        Histories one = Histories.of(Array.of(account));
        return silentOn(chain.landed(signature)).flatMap(landed -> landed
                .map(found -> new HistoryPageReader(new OneTransaction(found), entry -> look(account, entry, one), query, Group.ALL).page())
                .getOrElse(() -> Either.right(TransferPage.EMPTY)));
    }

    /** Asks every source before an entry counts as unreadable: one of them may not keep it, or not keep all of it. */
    private Either<BuildRefusal, Look> look(Address account, LandedSignature entry, Histories read) {
        Either<ChainFault, Option<Look>> first = look(account, entry, read, chain);
        if (first.isLeft() && !(first.getLeft() instanceof ChainFault.BadAnswer)) {
            return silentOn(first.map(Option::get));
        }
        return silentOn(Iterator.concat(Array.of(first), chain.sources().iterator().map(source -> look(account, entry, read, source)))
                        .find(answer -> answer.fold(ChainFault.BudgetExceeded.class::isInstance, Option::isDefined))
                        .getOrElse(() -> Either.right(Option.none())))
                .map(found -> found.getOrElse(() ->
                        new Look(Array.of(new TransferEntry.Unreadable(entry.signature(), entry.slot())), Array.empty())));
    }

    private Either<ChainFault, Option<Look>> look(Address account, LandedSignature entry, Histories read, Chain source) {
        return source.landed(entry.signature()).map(landed -> landed.flatMap(found -> look(account, found, read)));
    }

    private Option<Look> look(Address account, LandedTransaction landed, Histories read) {
        return format.movements(account, landed)
                .map(moved -> read.isShownBefore(account, landed)
                        ? new Look(Array.empty(), Array.empty())
                        : new Look(
                                moved.map(movement -> transfer(account, landed, movement)).reverse(),
                                read.group().after().isDefined() ? Array.empty() : closed(account, landed).removeAll(read.later())));
    }

    private static Array<Address> closed(Address account, LandedTransaction landed) {
        return landed.before().tokens().filterValues(held -> held.owner().equals(account)).keySet().toArray();
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
