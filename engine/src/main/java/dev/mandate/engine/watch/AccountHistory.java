package dev.mandate.engine.watch;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.agreement.SourceAnswers;
import dev.mandate.engine.transfer.Transfers;
import dev.mandate.engine.watch.WatchEvent.Until;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What landed on an account between two slots, as enough sources tell it alike. Every instruction of the account program names the account's
 * settings, so their history has all that happened to it.
 */
record AccountHistory(Chain chain, ChainFormats formats) {

    /** More than so many transactions since the last look are read without their details. */
    private static final int MOST = 5_000;

    /** Each page looks at 150 transactions at most, whether they moved something or not. */
    private static final int MOST_PAGES = MOST / 50;

    /** So many transactions are read in one call. */
    private static final int AT_ONCE = 50;

    /**
     * A part of the chain.
     *
     * @param from what is not read again
     * @param until the last slot
     */
    record Span(Until from, long until) {

        boolean holds(long slot, Signature signature) {
            return slot >= from.slot() && slot <= until && !from.last().contains(signature);
        }
    }

    /** The successful transactions on the account's settings, oldest first; none if the sources do not tell the same, or do not know them all. */
    Either<ChainFault, Option<Array<LandedTransaction>>> transactions(AccountRef account, Span span) {
        return alike(source -> transactions(source, account.settings().address(), span));
    }

    /** The transfers in the order of their slots; none if the sources do not tell the same, or there are too many transactions to know them all. */
    Either<ChainFault, Option<Array<Transfer>>> transfers(AccountRef account, Span span) {
        return alike(source -> transfers(source, account.address(), span));
    }

    /**
     * The oldest successful transaction on the account's settings; none if the sources do not tell the same, or do not know it. Its details alone are
     * read, and the history no further back than {@code since}.
     *
     * @param since older ones do not count
     * @param until the last slot
     */
    Either<ChainFault, Option<LandedTransaction>> first(AccountRef account, UnixTime since, long until) {
        Predicate<LandedSignature> isOlder = one -> one.time().exists(time -> time.isBefore(since));
        return alike(source -> signatures(source, account.settings().address(), one -> one.slot() <= until && !isOlder.test(one), isOlder)
                .flatMap(found -> found.flatMap(Array::headOption)
                        .map(first -> source.landed(Array.of(first)).map(Seq::head))
                        .getOrElse(() -> Either.right(Option.none()))));
    }

    private <T> Either<ChainFault, Option<T>> alike(Function<Chain, Either<ChainFault, Option<T>>> question) {
        SourceAnswers<Option<T>> answers = SourceAnswers.of(chain, source -> question.apply(source).map(Option::some), Option::isDefined);
        return answers.alike(Option::isDefined)
                .map(agreed -> Either.<ChainFault, Option<T>>right(agreed.value()))
                .getOrElse(() -> answers.all().map(some -> Option.none()));
    }

    private static Either<ChainFault, Option<Array<LandedTransaction>>> transactions(Chain source, Address address, Span span) {
        return signatures(source, address, one -> span.holds(one.slot(), one.signature()), one -> one.slot() < span.from().slot()).flatMap(found -> found.isEmpty()
                ? Either.right(Option.none())
                : Either.sequenceRight(found.get().grouped(AT_ONCE).map(source::landed))
                        .map(read -> read.toArray().flatMap(landed -> landed))
                        .map(landed -> Option.when(landed.forAll(Option::isDefined), () -> landed.map(Option::get))));
    }

    /**
     * Those that succeeded, oldest first.
     *
     * @param isLast nothing counts that is as old or older
     */
    private static Either<ChainFault, Option<Array<Signature>>> signatures(
            Chain source, Address address, Predicate<LandedSignature> counts, Predicate<LandedSignature> isLast) {
        Array<LandedSignature> found = Array.empty();
        Option<Signature> before = Option.none();
        while (found.length() <= MOST) {
            Either<ChainFault, Option<Seq<LandedSignature>>> page = source.history(address, before, Chain.MAX_HISTORY);
            if (page.isLeft() || page.get().isEmpty()) {
                return page.map(none -> Option.none());
            }
            found = found.appendAll(page.get().get().filter(counts));
            before = page.get().get().lastOption().map(LandedSignature::signature);
            if (page.get().get().size() < Chain.MAX_HISTORY || isLast.test(page.get().get().last())) {
                return Either.right(Option.some(
                        found.filter(one -> one.failure().isEmpty()).map(LandedSignature::signature).reverse()));
            }
        }
        return Either.right(Option.none());
    }

    private Either<ChainFault, Option<Array<Transfer>>> transfers(Chain source, Address account, Span span) {
        Transfers read = new Transfers(source, formats.format(), formats.tokens());
        TransferQuery query = TransferQuery.newest(TransferQuery.MAX_LIMIT).between(span.from().time(), new UnixTime(Long.MAX_VALUE));
        Array<Transfer> found = Array.empty();
        Option<TransferCursor> next = Option.none();
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            TransferQuery part = next.map(query::after).getOrElse(query);
            Either<BuildRefusal, TransferPage> page = read.page(account, part);
            if (page.isLeft()) {
                return page.getLeft() instanceof BuildRefusal.ChainSilent(ChainFault fault) ? Either.left(fault) : Either.right(Option.none());
            }
            found = found.appendAll(page.get().transfers().filter(one -> span.holds(one.slot(), one.signature())));
            next = page.get().next();
            if (next.isEmpty()) {
                return Either.right(Option.some(found.reverse().sortBy(Transfer::slot)));
            }
        }
        return Either.right(Option.none());
    }

    /** The messages of transactions; none if the sources do not tell the same. */
    Either<ChainFault, Option<Map<Signature, Bytes>>> messages(Array<Signature> signatures) {
        return signatures.isEmpty()
                ? Either.right(Option.some(HashMap.empty()))
                : alike(source -> source.landed(signatures).map(read -> Option.when(
                        read.forAll(Option::isDefined),
                        () -> read.map(Option::get).toMap(one -> Tuple.of(one.signature(), one.message())))));
    }
}
