package dev.mandate.engine.watch;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.engine.agreement.AgreedReads;
import dev.mandate.engine.watch.AccountHistory.Span;
import dev.mandate.engine.watch.AccountObserver.Beside;
import dev.mandate.engine.watch.WatchEvent.Holdings;
import dev.mandate.engine.watch.WatchEvent.Until;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Finds an account as the transaction left it that made it, so that everything since then is told. */
record AccountOrigin(Chain chain, ChainFormats formats, AccountObserver observer, AccountHistory history) {

    AccountOrigin(Chain chain, ChainFormats formats) {
        this(chain, formats, new AccountObserver(formats), new AccountHistory(chain, formats));
    }

    /** The beginning at the creation. */
    sealed interface Found {

        /** The transfers before and since then are all that the account holds. */
        record Explained(WatchEvent.Began began) implements Found {}

        /**
         * The history has not come as far as the account, or never tells all of its money.
         *
         * @param asShown all that the history does not tell counts as held at the creation; none if that cannot be
         */
        record Unexplained(Option<WatchEvent.Began> asShown) implements Found {}

        /** The history does not show the transaction that made the account. */
        record NotShown() implements Found {}
    }

    /** @param since only if it was made then or later */
    Either<ChainFault, Found> find(AccountRef ref, UnixTime since, Beside beside) {
        return AgreedReads.accounts(chain, observer.queries(ref, Option.none(), beside)).flatMap(agreed -> history
                .first(ref, since, agreed.value().slot())
                .flatMap(first -> first.flatMap(one -> made(ref, one, agreed.value().chainTime())
                                .map(account -> found(ref, account, one, beside, agreed.value())))
                        .getOrElse(() -> Either.right(new Found.NotShown()))));
    }

    /** The account as the transaction left it; none if another one made it. */
    private Option<WatchedAccount> made(AccountRef ref, LandedTransaction first, UnixTime read) {
        return Array.ofAll(first.instructions())
                .flatMap(ran -> formats.program().creationOf(ran.instruction()))
                .find(creation -> formats.program().locate(creation.createKey()).equals(ref))
                .flatMap(creation -> formats.program().rules().decide(Option.none(), creation.terms(), first.time().getOrElse(read)).toOption())
                .map(events -> WatchedAccount.of(formats.program().rules().fold(Option.none(), events).get().settings()));
    }

    private Either<ChainFault, Found> found(
            AccountRef ref, WatchedAccount account, LandedTransaction first, Beside beside, AccountsSnapshot read) {
        Until made = new Until(first.slot(), first.time().getOrElse(read.chainTime()), Array.of(first.signature()));
        return history.transfers(ref, new Span(Until.START, read.slot())).map(moved -> {
            Array<Transfer> all = moved.getOrElse(Array::empty);
            Array<Transfer> since = all.filter(one -> new Span(made, read.slot()).holds(one.slot(), one.signature()));
            Option<Holdings> held = observer.shown(ref, Option.none(), beside, read)
                    .filter(shown -> moved.isDefined())
                    .flatMap(shown -> shown.holdings().after(since.reverse().map(AccountInspection::undone)));
            Option<WatchEvent.Began> began =
                    held.map(holdings -> new WatchEvent.Began(ref, account, holdings, made.slot(), made.time(), made.last()));
            return began.filter(one -> Holdings.NONE.after(all.removeAll(since)).exists(one.holdings()::isWorth))
                    .<Found>map(Found.Explained::new)
                    .getOrElse(() -> new Found.Unexplained(began));
        });
    }
}
