package dev.mandate.engine.creation;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.creation.CreationRecord.Charge;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.engine.creation.CreationRecord.State;
import dev.mandate.engine.records.Answers.Earlier;
import dev.mandate.engine.records.Answers;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.keys.CreationId;
import dev.mandate.ports.tenant.CreationOrder;
import dev.mandate.ports.tenant.CreationRefusal;
import dev.mandate.ports.tenant.Retry;
import dev.mandate.ports.tenant.SubmissionId;
import dev.mandate.ports.tenant.TenantAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HexFormat;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Accounts made at the operator's cost, on one network. Everything is on record before anything is signed: whose account it is, where
 * it will be, what it takes from quota and budget, and the transaction. Whatever happens then, the account's address stays.
 */
public final class AccountCreations {

    private static final int ID_BYTES = 16;

    private final CreationParts parts;
    private final CreationBook book;
    private final Answers answers;
    private final CreationBudget budget;
    private final CreationQuota quota;
    private final CreationFunds funds;
    private final CreationTransactions transactions;
    private final CreationSettling settling;
    private final CreationAuthority authority;

    public AccountCreations(CreationParts parts) {
        this.parts = parts;
        this.book = new CreationBook(parts.journal(), parts.network());
        this.answers = new Answers(parts.journal(), parts.clock(), "creation-answer");
        this.budget = new CreationBudget(parts.journal(), parts.network());
        this.quota = new CreationQuota(parts.journal());
        this.funds = new CreationFunds(parts);
        this.transactions = new CreationTransactions(parts);
        this.settling = new CreationSettling(parts, book, budget, quota, funds, transactions);
        this.authority =
                new CreationAuthority(parts.program(), parts.format(), parts.operator(), parts.signatures());
    }

    /** How these rows follow from events, for an audit of the journal. */
    public static Seq<Projection> projections() {
        return Array.of(CreationBook.PROJECTION, CreationBudget.PROJECTION, CreationQuota.PROJECTION);
    }

    /** The account as it was ordered, wherever it stands. */
    public Option<CreationRecord> find(Address account) {
        return book.find(account);
    }

    /**
     * Puts an order on record, or finds the one that it repeats. Nothing is signed or sent yet. The repetition of an order that never
     * landed orders it anew, at the same address: so there are never two accounts of one name.
     *
     * <p>Whoever is refused may be a repetition that came beside the first, which took the last of quota or budget meanwhile. What it
     * took and its answer are one commit, so that a second look finds the answer.
     */
    public Either<CreationRefusal, CreationRecord> order(Caller caller, CreationOrder order, Retry retry) {
        Option<Either<CreationRefusal, CreationRecord>> earlier = earlier(caller, retry);
        return earlier.isDefined()
                ? earlier.get().flatMap(record -> isOpenToAnother(record) ? anew(caller, record) : Either.right(record))
                : place(caller, order, retry)
                        .fold(refused -> earlier(caller, retry).getOrElse(() -> Either.left(refused)), Either::right);
    }

    private Option<Either<CreationRefusal, CreationRecord>> earlier(Caller caller, Retry retry) {
        Earlier earlier = answers.find(retry);
        return Option.when(!(earlier instanceof Earlier.Nothing), () -> repeated(caller, earlier));
    }

    private static boolean isOpenToAnother(CreationRecord record) {
        return record.state() == State.NEVER_LANDED;
    }

    /** What an order would cost if it came now; nothing is put on record. */
    public Either<CreationRefusal, FeeQuote> consider(Caller caller, CreationOrder order) {
        return requireQuota(caller)
                .flatMap(day -> transactions
                        .validate(freshId(), order.terms(), order.memo())
                        .<CreationRefusal>mapLeft(CreationRefusal.NotBuilt::new))
                .flatMap(built -> funds.refusal(budget.spent(), built.single().fee().total())
                        .<Either<CreationRefusal, FeeQuote>>map(Either::left)
                        .getOrElse(() -> Either.right(built.single().fee())));
    }

    private Either<CreationRefusal, CreationRecord> place(Caller caller, CreationOrder order, Retry retry) {
        CreationId id = freshId();
        return requireQuota(caller).flatMap(day -> transactions
                .build(id, order.terms(), order.memo())
                .<CreationRefusal>mapLeft(CreationRefusal.NotBuilt::new)
                .flatMap(built -> lifetime().flatMap(lifetime -> {
                    Order ordered = new Order(
                            id,
                            caller.tenant(),
                            caller.key(),
                            parts.network(),
                            built.account(),
                            order.terms(),
                            order.memo());
                    SubmissionId submission = CreationTransactions.idOf(ordered, built);
                    return record(
                            caller,
                            retry,
                            built,
                            charge -> new CreationRecord(ordered, charge, State.PENDING, submission, 1),
                            (commit, record) -> transactions.open(
                                    answers.add(
                                            parts.holdings()
                                                    .add(
                                                            book.order(commit, record),
                                                            caller.tenant(),
                                                            parts.network(),
                                                            ordered.account(),
                                                            TenantAccount.Origin.CREATED),
                                            retry,
                                            ordered.account().address().toString()),
                                    record,
                                    built,
                                    lifetime));
                })));
    }

    /** Orders once more what never landed. Of several who do, one wins, and the others find what it ordered. */
    private Either<CreationRefusal, CreationRecord> anew(Caller caller, CreationRecord over) {
        return requireQuota(caller)
                .flatMap(day -> transactions
                        .build(over.order())
                        .<CreationRefusal>mapLeft(refusal -> notBuilt(over, refusal)))
                .flatMap(built -> lifetime().flatMap(lifetime -> record(
                        caller,
                        new Retry.Unnamed(),
                        built,
                        charge -> over.by(CreationTransactions.idOf(over.order(), built), charge),
                        (commit, record) ->
                                transactions.open(book.orderAnew(commit, over, record), record, built, lifetime))))
                .fold(
                        refused -> Option.some(newest(over))
                                .filter(newest -> !isOpenToAnother(newest))
                                .toEither(refused),
                        Either::right);
    }

    private CreationRefusal notBuilt(CreationRecord over, BuildRefusal refusal) {
        if (CreationTransactions.isThere(refusal)) {
            var unused = settling.found(over);
        }
        return new CreationRefusal.NotBuilt(refusal);
    }

    /** Against quota, budget and fee payer as they are by then: of those who race for the last of any, one wins. */
    private Either<CreationRefusal, CreationRecord> record(
            Caller caller,
            Retry retry,
            TransactionPlan built,
            Function<Charge, CreationRecord> charged,
            BiFunction<Commit, CreationRecord, Commit> written) {
        return budget.inTurn(() -> recordNow(caller, retry, built, charged, written));
    }

    private Either<CreationRefusal, CreationRecord> recordNow(
            Caller caller,
            Retry retry,
            TransactionPlan built,
            Function<Charge, CreationRecord> charged,
            BiFunction<Commit, CreationRecord, Commit> written) {
        BaseUnits cost = built.single().fee().total();
        while (true) {
            UnixTime now = parts.clock().now();
            Either<CreationRefusal, CreationQuota.Day> day = requireQuota(caller);
            CreationBudget.Spent spent = budget.spent();
            Option<CreationRefusal> refusal = day.isLeft() ? Option.some(day.getLeft()) : funds.refusal(spent, cost);
            if (refusal.isDefined()) {
                return Either.left(refusal.get());
            }
            CreationRecord record = charged.apply(Charge.of(day.get().name(), built.single().fee()));
            Commit taken = quota.take(budget.change(Commit.at(now), spent, spent.ordering(cost)), day.get());
            Option<CommitRefused> refused =
                    parts.journal().commit(written.apply(taken, record)).swap().toOption();
            if (refused.isEmpty()) {
                return Either.right(record);
            }
            switch (refused.get()) {
                case CommitRefused.VersionConflict(var stream, long expected, long actual) -> {
                    if (stream.kind().equals(CreationBook.KIND)) {
                        return Either.right(newest(record));
                    }
                }
                case CommitRefused.AlreadyAnswered answered -> {
                    return repeated(caller, answers.compare(retry, answered.recorded()));
                }
                case CommitRefused.RowPresent present -> throw new IllegalStateException("there already: " + present);
                case CommitRefused.OverLimit over -> throw new IllegalStateException("an order over a limit: " + over);
            }
        }
    }

    private CreationRecord newest(CreationRecord record) {
        return book.find(record.order().account().address())
                .getOrElseThrow(() -> new IllegalStateException(record.order().id() + " is gone"));
    }

    /**
     * Signs what was built for an order.
     *
     * @throws IllegalStateException if it is not for one
     */
    public SignedTransaction sign(SubmissionRecord built) {
        CreationRecord record = book.find(built.subject().account())
                .filter(creation -> creation.submission().equals(built.id()))
                .getOrElseThrow(() -> new IllegalStateException(built.id() + " makes no account that was ordered"));
        if (!(built.state() instanceof SubmissionState.Built(var unsigned, var lifetime))) {
            throw new IllegalStateException(built.id() + " is not to be signed now");
        }
        return authority.sign(record.order(), unsigned);
    }

    /**
     * Settles what follows from the end of a submission, if it was the one that makes an account: it stands, or it failed, or there
     * must be another transaction. To be told again does no harm.
     *
     * @return what it waits for; none if it is settled
     */
    public Option<String> settle(SubmissionRecord over) {
        return settling.settle(over);
    }

    /** Whatever was asked under this name, nobody learns of another tenant's account, or one on another network, by it. */
    private Either<CreationRefusal, CreationRecord> repeated(Caller caller, Earlier earlier) {
        return Option.when(earlier instanceof Earlier.Same, () -> (Earlier.Same) earlier)
                .flatMap(same -> Address.parse(same.answer()).toOption())
                .flatMap(book::find)
                .filter(record -> record.order().tenant().equals(caller.tenant()))
                .toEither(CreationRefusal.KeyReused::new);
    }

    private Either<CreationRefusal, CreationQuota.Day> requireQuota(Caller caller) {
        UnixTime now = parts.clock().now();
        CreationQuota.Day day = quota.day(caller.line(), now);
        int perDay = parts.allowance().perKeyPerDay();
        return day.taken() < perDay
                ? Either.right(day)
                : Either.left(new CreationRefusal.QuotaSpent(perDay, CreationQuota.endOfDay(now)));
    }

    private Either<CreationRefusal, Lifetime> lifetime() {
        return transactions
                .lifetime()
                .mapLeft(fault -> new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault)));
    }

    private CreationId freshId() {
        byte[] bytes = new byte[ID_BYTES];
        parts.random().nextBytes(bytes);
        return new CreationId("crt_" + HexFormat.of().formatHex(bytes));
    }
}
