package dev.mandate.engine.watch;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.AccountDifference;
import dev.mandate.domain.watch.AccountReplay;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.domain.watch.WatchedTransaction;
import dev.mandate.engine.watch.WatchEvent.Holdings;
import dev.mandate.engine.watch.WatchEvent.Source;
import dev.mandate.engine.watch.WatchEvent.Until;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Puts what happened to one account into events, in the order of the chain. Mutable: used once. */
final class AccountTelling {

    /** One transaction of the chain has no room to record more. */
    private static final int MOST_RECORDED_AT_ONCE = 8;

    /** After so many events it is recorded how far they go, so that they can be recorded in parts. */
    static final int PART = 250;

    /** Older transactions are not looked for when they are closed. */
    private static final int OLDEST_CLOSED = 2_000;

    private final SmartAccountProgram program;
    private final AccountReplay replay;
    private final AccountRef ref;
    private WatchRecord record;
    private UnixTime now;
    private Until told;
    private Until money;
    private Option<Holdings> holdings;
    private Array<WatchEvent> events = Array.empty();
    private int inParts;

    AccountTelling(SmartAccountProgram program, WatchRecord record) {
        this.record = record;
        this.program = program;
        this.replay = new AccountReplay(program.rules());
        this.ref = record.ref();
        this.now = record.told().time();
        this.told = record.told();
        this.money = record.money();
        this.holdings = Option.some(record.holdings());
    }

    /** The account as all events leave it. */
    WatchedAccount account() {
        return record.account();
    }

    Array<WatchEvent> events() {
        return events;
    }

    /** The account's record as all events leave it. */
    WatchRecord record() {
        return record;
    }

    private void append(WatchEvent event) {
        events = events.append(event);
        record = record.after(event);
    }

    /** Tells what a transaction of the chain did to the account. */
    void landed(LandedTransaction landed, Source source) {
        endPart();
        released(source.at(), source.slot());
        Array<Command> commands = Array.ofAll(landed.instructions()).map(RanInstruction::instruction).flatMap(this::command);
        replay.changes(record.account(), commands, source.at()).forEach(change -> tell(change, source));
        now = source.at();
        told = told.with(landed.signature(), landed.slot(), landed.time());
    }

    private Option<Command> command(Instruction instruction) {
        if (!program.settingsOf(instruction).contains(ref.settings())) {
            return Option.none();
        }
        WatchedAccount account = record.account();
        long newest = account.settings().transactionIndex();
        Array<Long> near = account.transactions().map(WatchedTransaction::index).appendAll(Array.rangeClosed(newest, newest + MOST_RECORDED_AT_ONCE));
        return program.commandOf(ref, near, instruction)
                .orElse(() -> program.commandOf(ref, Array.rangeClosed(Math.max(1, newest - OLDEST_CLOSED), newest), instruction));
    }

    /** Tells a transfer. */
    void transferred(Transfer transfer, Source source) {
        if (!money.last().lastOption().contains(transfer.signature())) {
            endPart();
        }
        released(source.at(), source.slot());
        append(new WatchEvent.Transferred(transfer, source));
        if (source.finality() == Finality.FINALIZED) {
            append(new WatchEvent.Finalized(transfer, source));
        }
        money = money.with(transfer.signature(), transfer.slot(), transfer.time());
        holdings = holdings.flatMap(held -> held.after(transfer));
    }

    /** Between two transactions of the chain. */
    private void endPart() {
        if (events.length() - inParts >= PART && holdings.isDefined()) {
            append(new WatchEvent.Reached(told.knowing(record.openChanges()), money.knowing(record.openTransfers()), holdings.get()));
            inParts = events.length();
        }
    }

    /** What is told of the account, with all transactions of {@code slot} that were looked at. */
    Until told(long slot, UnixTime time) {
        return reached(told, slot, time);
    }

    /** The same of its money. */
    Until money(long slot, UnixTime time) {
        return reached(money, slot, time);
    }

    private static Until reached(Until last, long slot, UnixTime time) {
        return last.slot() == slot ? last : new Until(slot, time, Array.empty());
    }

    /** Tells the time locks that were over before {@code until}. */
    void released(UnixTime until, long slot) {
        for (Tuple2<UnixTime, AccountChange> release : AccountReplay.released(record.account(), now, until)) {
            tell(release._2, new Source(release._1, slot, Option.none(), Finality.FINALIZED, Option.none()));
        }
    }

    /** What is shown of the account and was not told. */
    Array<AccountChange> untold(WatchedAccount shown, UnixTime now) {
        return AccountDifference.between(record.account(), comparable(shown), now);
    }

    /** Tells what no transaction of the chain tells. */
    void tell(AccountChange change, Source source) {
        append(new WatchEvent.Changed(change, source));
    }

    /** What is shown, without what was told to its end, and with what the chain does not show. */
    private WatchedAccount comparable(WatchedAccount shown) {
        WatchedAccount account = record.account();
        return new WatchedAccount(
                shown.settings(),
                shown.transactions()
                        .reject(one -> account.transaction(one.index()).isEmpty() && isOver(one))
                        .map(one -> new WatchedTransaction(
                                one.transaction(),
                                account.transaction(one.index()).flatMap(WatchedTransaction::proposer).orElse(one.proposer()),
                                account.transaction(one.index()).flatMap(WatchedTransaction::executableSince))),
                shown.limits());
    }

    private boolean isOver(WatchedTransaction one) {
        WatchedAccount account = record.account();
        boolean isPushedOut = account.transactions().length() == WatchedAccount.MOST_TRANSACTIONS
                && one.index() < account.transactions().head().index();
        return one.index() <= account.settings().transactionIndex() && (one.isFinal() || isPushedOut);
    }
}
