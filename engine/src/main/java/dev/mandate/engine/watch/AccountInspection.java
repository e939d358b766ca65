package dev.mandate.engine.watch;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.AccountDifference;
import dev.mandate.domain.watch.AccountReplay;
import dev.mandate.domain.watch.WatchedAccount.WatchedLimit;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.domain.watch.WatchedTransaction;
import dev.mandate.engine.agreement.AgreedReads;
import dev.mandate.engine.agreement.SourceAnswers;
import dev.mandate.engine.transfer.OwnedTokenAccounts;
import dev.mandate.engine.watch.AccountHistory.Span;
import dev.mandate.engine.watch.AccountObserver.Beside;
import dev.mandate.engine.watch.AccountObserver.Shown;
import dev.mandate.engine.watch.WatchEvent.Source;
import dev.mandate.engine.watch.WatchEvent.Until;
import dev.mandate.engine.watch.WatchRecord.OpenLanding;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * Finds out what happened to one account. What is told is what enough sources tell alike: accounts and clock at one slot, and the history up to
 * that slot.
 */
final class AccountInspection {

    /** Each time more addresses are known; then accounts and history are read again. */
    private static final int MOST_READS = 5;

    private final Chain chain;
    private final ChainFormats formats;
    private final AccountObserver observer;
    private final AccountHistory history;

    AccountInspection(Chain chain, ChainFormats formats) {
        this.chain = chain;
        this.formats = formats;
        this.observer = new AccountObserver(formats);
        this.history = new AccountHistory(chain, formats);
    }

    /** How long a history that does not tell what the account shows has been waited for. */
    enum Waited {
        /** Nothing is told. */
        SHORTLY,
        /** What changed in the account is told without a transaction. Transfers are told as far as they are known, and the others still waited for. */
        LONG,
        /** What enough sources tell alike is all that will be known of the money. */
        TOO_LONG,
        /** Nothing will be known of the money. */
        IN_VAIN
    }

    /** The outcome. */
    sealed interface Outcome {

        /** Everything up to {@link WatchEvent.Reached}, the last of the events. */
        record Told(Array<WatchEvent> events) implements Outcome {}

        /** The same, and no history yet tells what the account holds. */
        record MoneyOpen(Array<WatchEvent> events) implements Outcome {}

        /** The sources do not tell the same yet, or the history is not there yet. */
        record Unclear() implements Outcome {}
    }

    /** Limits and token accounts, whoever made them. Where no node answers, they are left to the history. */
    Beside search(AccountRef ref) {
        return new Beside(Array.empty(), limits(ref).getOrElse(Array.empty()), tokenAccounts(ref).getOrElse(Array.empty()));
    }

    private Either<ChainFault, Array<Address>> limits(AccountRef ref) {
        return chain.ownedAccounts(formats.program().programId(), formats.program().limitsOf(ref))
                .map(found -> found.owned().keySet().toArray().sorted());
    }

    private Either<ChainFault, Array<Address>> tokenAccounts(AccountRef ref) {
        return new OwnedTokenAccounts(chain, formats.tokens()).of(ref.address()).map(held -> held.keySet().toArray());
    }

    /**
     * The account as it is shown now, with all its limits and token accounts. What a node can't answer, since it lacks the method, is left out. A fault
     * that will pass is none of that: what is not seen now would be told later as if it had just happened. Where no history tells the transactions of the
     * slot, all of them count as seen: nodes show the account as the whole slot left it.
     */
    Either<ChainFault, Option<WatchEvent.Began>> importing(AccountRef ref) {
        return possible(limits(ref), Array.empty())
                .flatMap(limits -> possible(tokenAccounts(ref), Array.empty()).map(tokens -> new Beside(Array.empty(), limits, tokens)))
                .flatMap(beside -> possible(
                        beginning(ref, beside, read -> Either.right(seen(ref, read).getOrElse(() -> new Seen(read.slot() + 1, Array.empty())))), Option.none()));
    }

    private static <T> Either<ChainFault, T> possible(Either<ChainFault, T> answer, T without) {
        return answer.fold(fault -> fault instanceof ChainFault.BadAnswer ? Either.right(without) : Either.left(fault), Either::right);
    }

    /** The account as it is shown now, for the beginning; none if it is not on the chain. */
    Either<ChainFault, Option<WatchEvent.Began>> beginning(AccountRef ref, Beside beside) {
        return beginning(ref, beside, read -> seen(ref, read));
    }

    private Either<ChainFault, Seen> seen(AccountRef ref, AccountsSnapshot read) {
        return lastOf(ref, read).map(last -> new Seen(read.slot(), last));
    }

    /** Of {@code slot} these transactions are seen, and all before it. */
    private record Seen(long slot, Array<Signature> last) {}

    private Either<ChainFault, Option<WatchEvent.Began>> beginning(
            AccountRef ref, Beside beside, Function<AccountsSnapshot, Either<ChainFault, Seen>> seen) {
        return read(ref, Option.none(), beside).flatMap(read -> observer.shown(ref, Option.none(), beside, read)
                .map(shown -> {
                    // A stale one that was approved can still be cancelled, and a payment executed.
                    Array<Long> indexes = newIndexes(0, shown.account());
                    return beside.indexes().containsAll(indexes)
                            ? seen.apply(read).map(last -> Option.some(new WatchEvent.Began(
                                    ref,
                                    withReleases(shown.account().pruned(), read.chainTime()),
                                    shown.holdings(),
                                    last.slot(),
                                    read.clock().earliest(),
                                    last.last())))
                            : beginning(ref, new Beside(indexes, beside.limits(), beside.tokenAccounts()), seen);
                })
                .getOrElse(() -> Either.right(Option.none())));
    }

    /** Time locks that were over before are not told. */
    private static WatchedAccount withReleases(WatchedAccount account, UnixTime now) {
        return AccountReplay.released(account, now, now).foldLeft(account, (so, release) -> so.after(release._2));
    }

    /** The transactions of the slot at which an account was read. */
    private Either<ChainFault, Array<Signature>> lastOf(AccountRef ref, AccountsSnapshot read) {
        Span slot = new Span(new Until(read.slot(), read.clock().earliest(), Array.empty()), read.slot());
        return history.transactions(ref, slot).flatMap(landed -> history.transfers(ref, slot)
                .map(moved -> signatures(landed.getOrElse(Array::empty), moved.getOrElse(Array::empty))));
    }

    private static Array<Signature> signatures(Array<LandedTransaction> landed, Array<Transfer> moved) {
        return landed.map(LandedTransaction::signature).appendAll(moved.map(Transfer::signature)).distinct();
    }

    private static Array<Long> newIndexes(long after, WatchedAccount shown) {
        long newest = shown.settings().transactionIndex();
        return Array.rangeClosed(Math.max(after, newest - WatchedAccount.MOST_TRANSACTIONS) + 1, newest);
    }

    private Either<ChainFault, AccountsSnapshot> read(AccountRef ref, Option<WatchRecord> record, Beside beside) {
        return AgreedReads.accounts(chain, observer.queries(ref, record, beside)).map(agreed -> agreed.value());
    }

    /** The status of a transaction that was told, as enough sources that have come far enough say; none if too few do. */
    Either<ChainFault, Option<Option<SignatureStatus>>> status(OpenLanding landing) {
        SourceAnswers<Option<Option<SignatureStatus>>> answers =
                SourceAnswers.of(chain, source -> status(source, landing).map(Option::some), Option::isDefined);
        Option<Option<SignatureStatus>> status = answers.alike(Option::isDefined).flatMap(Agreed::value);
        return status.isDefined() ? Either.right(status) : answers.all().map(all -> Option.none());
    }

    private static Either<ChainFault, Option<Option<SignatureStatus>>> status(Chain source, OpenLanding landing) {
        return source.healthySlot().flatMap(slot -> source.statuses(Array.of(landing.signature()))
                .map(Seq::head)
                // What landed again and failed did nothing.
                .map(status -> status.filter(landed -> landed.failure().isEmpty()))
                .map(status -> Option.when(
                        status.isDefined() || slot > landing.source().slot() + SignatureStatus.SLOTS_TO_FINALITY, status.map(AccountInspection::alike))));
    }

    /** Sources need not have come equally far. */
    private static SignatureStatus alike(SignatureStatus status) {
        return new SignatureStatus(0, status.finality() == Finality.FINALIZED ? Finality.FINALIZED : Finality.CONFIRMED, Option.none());
    }

    /**
     * What is told once transactions have no status any more; nothing as long as the account cannot be read.
     *
     * @param gone a fork took them back
     * @param old they may be final, and too old for a status
     * @param recorded the newest events of the record
     */
    Either<ChainFault, Array<WatchEvent>> withoutStatus(
            WatchRecord record, Array<OpenLanding> gone, Array<OpenLanding> old, Array<WatchEvent> recorded) {
        return read(record.ref(), Option.some(record), Beside.NOTHING)
                .flatMap(read -> observer.shown(record.ref(), Option.some(record), Beside.NOTHING, read)
                        .map(shown -> {
                            long newest = shown.account().settings().transactionIndex();
                            Array<OpenLanding> dropped = gone.appendAll(old.filter(one -> one.indexes().exists(index -> index > newest)));
                            Array<WatchEvent> settled = gone.appendAll(old).map(landing -> new WatchEvent.Settled(landing.signature()));
                            return dropped.isEmpty()
                                    ? Either.<ChainFault, Array<WatchEvent>>right(settled)
                                    : lastOf(record.ref(), read).map(last -> afterFork(record, dropped, recorded, shown, read, last).insertAll(0, settled));
                        })
                        .getOrElse(() -> Either.right(Array.empty())));
    }

    private static Array<WatchEvent> afterFork(
            WatchRecord record, Array<OpenLanding> gone, Array<WatchEvent> recorded, Shown shown, AccountsSnapshot read, Array<Signature> last) {
        Source source = new Source(read.chainTime(), read.slot(), Option.none(), Finality.FINALIZED, Option.none());
        Array<Long> indexes = gone.flatMap(OpenLanding::indexes).distinct().sorted();
        Array<Transfer> undone = gone.flatMap(OpenLanding::transfers).reverse().map(AccountInspection::undone);
        return AccountDifference.afterFork(record.account(), indexes, shown.account(), read.chainTime())
                .<WatchEvent>map(change -> new WatchEvent.Changed(change, source))
                .append(new WatchEvent.Reached(
                        new Until(read.slot(), read.clock().earliest(), last)
                                .knowing(record.openChanges().removeAll(gone.map(OpenLanding::signature))),
                        before(record, gone, recorded),
                        record.holdings().after(undone).getOrElse(record::holdings)));
    }

    static Transfer undone(Transfer transfer) {
        return new Transfer(
                transfer.signature(),
                transfer.slot(),
                transfer.time(),
                transfer.direction() == Transfer.Direction.INFLOW ? Transfer.Direction.OUTFLOW : Transfer.Direction.INFLOW,
                transfer.movement());
    }

    /**
     * Up to where the money is known once {@code gone} is taken back. The other fork may have others in any slot that was not final, before those of
     * {@code gone} as well. What was told of these slots and is there still is not told again.
     */
    private static Until before(WatchRecord record, Array<OpenLanding> gone, Array<WatchEvent> recorded) {
        Source first = gone.map(OpenLanding::source).minBy(Source::slot).get();
        Option<WatchEvent.Began> began = recorded.flatMap(event -> event instanceof WatchEvent.Began one ? Option.some(one) : Option.none()).headOption();
        long slot = Math.max(
                Math.min(first.slot() - SignatureStatus.SLOTS_TO_FINALITY, record.money().slot()), began.map(WatchEvent.Began::slot).getOrElse(0L));
        // A slot takes less than a second.
        UnixTime time = first.at().plusSeconds(-SignatureStatus.SLOTS_TO_FINALITY);
        return new Until(
                slot,
                time.isBefore(record.money().time()) ? time : record.money().time(),
                record.money().last()
                        .appendAll(began.toArray().flatMap(WatchEvent.Began::last))
                        .appendAll(recorded.flatMap(event ->
                                event instanceof WatchEvent.Finalized(Transfer transfer, Source source) && transfer.slot() >= slot - SignatureStatus.SLOTS_TO_FINALITY
                                        ? Option.some(transfer.signature())
                                        : Option.none()))
                        .appendAll(record.openTransfers())
                        .distinct()
                        .removeAll(gone.map(OpenLanding::signature)));
    }

    /** What happened since {@code record}. */
    Either<ChainFault, Outcome> since(WatchRecord record, Beside beside, Waited waited, Function<Bytes, Option<String>> submissions) {
        Beside looked = beside;
        for (int reads = 1; reads <= MOST_READS; reads++) {
            Beside looking = looked;
            Either<ChainFault, Either<Beside, Outcome>> once = read(record.ref(), Option.some(record), looking)
                    .flatMap(read -> since(record, looking, read, waited, submissions));
            if (once.isLeft() || once.get().isRight()) {
                return once.map(Either::get);
            }
            looked = once.get().getLeft();
        }
        return Either.right(new Outcome.Unclear());
    }

    /** The outcome, or what has to be read as well. */
    private Either<ChainFault, Either<Beside, Outcome>> since(
            WatchRecord record, Beside beside, AccountsSnapshot read, Waited waited, Function<Bytes, Option<String>> submissions) {
        Option<Shown> shown = observer.shown(record.ref(), Option.some(record), beside, read);
        if (shown.isEmpty() || read.slot() < Math.max(record.told().slot(), record.money().slot())) {
            return Either.right(Either.right(new Outcome.Unclear()));
        }
        return history.transactions(record.ref(), new Span(record.told().knowing(record.openChanges()), read.slot()))
                .flatMap(landed -> history.transfers(record.ref(), new Span(record.money().knowing(record.openTransfers()), read.slot()))
                        .flatMap(transfers -> origins(landed, transfers)
                                .flatMap(origins -> told(
                                        new Look(record, beside, read, shown.get(), waited, landed, origins.flatMap(known -> transfers)),
                                        sources(read, landed, transfers, origins.getOrElse(HashMap.empty()), submissions)))));
    }

    /** What one look found; none of a history that enough sources do not tell alike. */
    private record Look(
            WatchRecord record,
            Beside beside,
            AccountsSnapshot read,
            Shown shown,
            Waited waited,
            Option<Array<LandedTransaction>> landed,
            Option<Array<Transfer>> transfers) {

        /** Whether the transfers are all that the money shows. */
        boolean explainsMoney() {
            return transfers.flatMap(record.holdings()::after).exists(shown.holdings()::isWorth);
        }

        boolean takesMoneyAsShown() {
            return waited == Waited.IN_VAIN || (waited == Waited.TOO_LONG && transfers.isDefined());
        }

        /** The transfers that are told; none if the others are waited for first. */
        Array<Transfer> toldTransfers() {
            boolean isKnown = waited != Waited.SHORTLY && transfers.flatMap(record.holdings()::after).isDefined();
            return explainsMoney() || takesMoneyAsShown() || isKnown ? transfers.getOrElse(Array::empty) : Array.empty();
        }

        /** Transactions that come to light later are read from where they are not known. */
        Until moneyStillOpen() {
            Until before = record.money();
            return new Until(
                    before.slot(), before.time(), before.last().appendAll(toldTransfers().map(Transfer::signature)).distinct());
        }

        boolean lacksTokens() {
            return transfers.flatMap(record.holdings()::after).exists(held -> !held.amounts().equals(shown.holdings().amounts()));
        }
    }

    /** The transactions that enough sources call final. Of others it is told when they are. */
    private Set<Signature> finals(Array<Signature> signatures) {
        return signatures.isEmpty()
                ? HashSet.empty()
                : SourceAnswers.<Set<Signature>>of(
                                chain,
                                source -> source.statuses(signatures).map(statuses -> Option.some(signatures.zip(statuses)
                                        .filter(each -> each._2.exists(status -> status.finality() == Finality.FINALIZED))
                                        .map(Tuple2::_1)
                                        .toSet())),
                                answer -> true)
                        .alike(answer -> true)
                        .map(Agreed::value)
                        .getOrElse(HashSet.empty());
    }

    /** The messages of the transactions, by which the tenant's own submissions are known; none if the sources do not tell the same. */
    private Either<ChainFault, Option<Map<Signature, Bytes>>> origins(
            Option<Array<LandedTransaction>> landed, Option<Array<Transfer>> transfers) {
        Map<Signature, Bytes> known = landed.getOrElse(Array::empty).toMap(one -> Tuple.of(one.signature(), one.message()));
        return history.messages(transfers.getOrElse(Array::empty).map(Transfer::signature).distinct().reject(known::containsKey))
                .map(messages -> messages.map(known::merge));
    }

    private Function<Signature, Source> sources(
            AccountsSnapshot read,
            Option<Array<LandedTransaction>> landed,
            Option<Array<Transfer>> transfers,
            Map<Signature, Bytes> messages,
            Function<Bytes, Option<String>> submissions) {
        Set<Signature> finals = finals(signatures(landed.getOrElse(Array::empty), transfers.getOrElse(Array::empty)));
        return signature -> new Source(
                read.chainTime(),
                read.slot(),
                Option.some(signature),
                finals.contains(signature) ? Finality.FINALIZED : Finality.CONFIRMED,
                messages.get(signature).flatMap(submissions));
    }

    private Either<ChainFault, Either<Beside, Outcome>> told(Look look, Function<Signature, Source> sources) {
        boolean isMoneyTold = look.explainsMoney() || look.takesMoneyAsShown();
        AccountTelling telling = new AccountTelling(formats.program(), look.record());
        tell(telling, look.landed().getOrElse(Array::empty), look.toldTransfers(), sources);
        Option<Beside> more = unread(look.record(), look.beside(), telling.account(), look.shown().account());
        if (more.isDefined()) {
            return Either.right(Either.left(more.get()));
        }
        return moreTokens(look).map(tokens -> tokens.<Either<Beside, Outcome>>map(Either::left)
                .getOrElse(() -> Either.right(outcome(look, telling, isMoneyTold))));
    }

    /** Tells what landed in the order of the chain. */
    private static void tell(
            AccountTelling telling, Array<LandedTransaction> landed, Array<Transfer> transfers, Function<Signature, Source> sources) {
        Array<Transfer> left = transfers;
        for (LandedTransaction one : landed) {
            Array<Transfer> before = left.takeWhile(transfer -> transfer.slot() < one.slot());
            before.forEach(transfer -> telling.transferred(transfer, at(sources, transfer)));
            left = left.drop(before.length());
            telling.landed(one, at(sources.apply(one.signature()), one.time(), one.slot()));
        }
        left.forEach(transfer -> telling.transferred(transfer, at(sources, transfer)));
    }

    private static Outcome outcome(Look look, AccountTelling telling, boolean isMoneyTold) {
        AccountsSnapshot read = look.read();
        Array<AccountChange> untold = telling.untold(look.shown().account(), read.chainTime());
        if (look.waited() == Waited.SHORTLY && !(isMoneyTold && look.landed().isDefined() && untold.isEmpty())) {
            return new Outcome.Unclear();
        }
        Source now = new Source(read.chainTime(), read.slot(), Option.none(), Finality.FINALIZED, Option.none());
        untold.forEach(change -> telling.tell(change, now));
        telling.released(read.chainTime(), read.slot());
        // Without a history the transactions of the slot are not known. They are told, so the next look begins behind them.
        Until account = look.landed().isDefined()
                ? telling.told(read.slot(), read.clock().earliest())
                : new Until(read.slot() + 1, read.clock().earliest(), Array.empty());
        WatchRecord after = telling.record();
        return isMoneyTold
                ? new Outcome.Told(telling.events()
                        .append(new WatchEvent.Reached(
                                account.knowing(after.openChanges()),
                                telling.money(read.slot(), read.clock().earliest()).knowing(after.openTransfers()),
                                look.shown().holdings())))
                : new Outcome.MoneyOpen(
                        telling.events().append(new WatchEvent.Reached(
                                account.knowing(after.openChanges()),
                                look.moneyStillOpen().knowing(after.openTransfers()),
                                look.record().holdings().after(look.toldTransfers()).getOrElse(look.record()::holdings))));
    }

    /** Token accounts that nobody named, if tokens moved that are not shown. */
    private Either<ChainFault, Option<Beside>> moreTokens(Look look) {
        if (!look.lacksTokens()) {
            return Either.right(Option.none());
        }
        Array<Address> known = look.record().holdings().accounts().appendAll(look.beside().tokenAccounts());
        return new OwnedTokenAccounts(chain, formats.tokens())
                .of(look.record().ref().address())
                .map(held -> held.keySet().toArray().removeAll(known))
                .map(found -> Option.when(
                        found.nonEmpty(),
                        () -> new Beside(look.beside().indexes(), look.beside().limits(), look.beside().tokenAccounts().appendAll(found))));
    }

    private static Source at(Function<Signature, Source> sources, Transfer transfer) {
        return at(sources.apply(transfer.signature()), transfer.time(), transfer.slot());
    }

    private static Source at(Source source, Option<UnixTime> time, long slot) {
        return new Source(time.getOrElse(source.at()), slot, source.signature(), source.finality(), source.submission());
    }

    /** What is known of now and was not read; none if nothing. */
    private static Option<Beside> unread(WatchRecord record, Beside beside, WatchedAccount told, WatchedAccount shown) {
        Array<Long> indexes = told.transactions()
                .map(WatchedTransaction::index)
                .appendAll(newIndexes(record.account().settings().transactionIndex(), shown))
                .reject(index -> record.account().transaction(index).isDefined())
                .appendAll(beside.indexes())
                .distinct();
        Array<Address> limits = told.limits()
                .map(WatchedLimit::address)
                .reject(limit -> record.account().limit(limit).isDefined())
                .appendAll(beside.limits())
                .distinct();
        Beside all = new Beside(indexes, limits, beside.tokenAccounts());
        return Option.when(
                !beside.indexes().containsAll(indexes) || !beside.limits().containsAll(limits), all);
    }
}
