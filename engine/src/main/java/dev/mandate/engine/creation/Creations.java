package dev.mandate.engine.creation;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.engine.holding.Holdings;
import dev.mandate.engine.records.Answers.Earlier;
import dev.mandate.engine.records.Answers;
import dev.mandate.engine.submission.Lifetimes;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.engine.submission.SubmissionSubject;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.desk.Creation;
import dev.mandate.ports.desk.CreationOrder;
import dev.mandate.ports.desk.CreationRefusal;
import dev.mandate.ports.desk.HeldAccount;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.desk.SubmissionId;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.keys.CreationId;
import dev.mandate.ports.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HexFormat;

/**
 * Accounts made at the operator's cost, on one network. Everything is on record before anything is signed: whose account it is, where
 * it will be, what it takes from quota and budget, and the transaction. Whatever happens then, the account's address stays.
 */
public final class Creations {

    /** How many transactions an account may take, each after the one before has expired, until it is given up. */
    private static final long MAX_TRANSACTIONS = 100;

    private static final int ID_BYTES = 16;

    private final CreationParts parts;
    private final CreationBook book;
    private final Answers answers;
    private final CreationBudget budget;
    private final CreationQuota quota;
    private final CreationAuthority authority;

    public Creations(CreationParts parts) {
        this.parts = parts;
        this.book = new CreationBook(parts.journal(), parts.network());
        this.answers = new Answers(parts.journal(), parts.clock(), "creation-answer");
        this.budget = new CreationBudget(parts.journal(), parts.network());
        this.quota = new CreationQuota(parts.journal());
        this.authority =
                new CreationAuthority(parts.program(), parts.format(), parts.operator(), parts.signatures());
    }

    /** How these rows follow from events, for an audit of the journal. */
    public static Seq<Projection> projections() {
        return Array.of(CreationBook.PROJECTION, CreationBudget.PROJECTION);
    }

    /** The account as it was ordered, wherever it stands. */
    public Option<CreationRecord> find(Address account) {
        return book.find(account);
    }

    /**
     * Puts an order on record, or finds the one that it repeats. Nothing is signed or sent yet.
     *
     * <p>Whoever is refused may be a repetition that came beside the first, which took the last of quota or budget meanwhile. What it
     * took and its answer are one commit, so that a second look finds the answer.
     */
    public Either<CreationRefusal, CreationRecord> order(Caller caller, CreationOrder order, Retry retry) {
        return earlier(caller, retry).getOrElse(() -> place(caller, order, retry)
                .fold(refused -> earlier(caller, retry).getOrElse(() -> Either.left(refused)), Either::right));
    }

    private Option<Either<CreationRefusal, CreationRecord>> earlier(Caller caller, Retry retry) {
        Earlier earlier = answers.find(retry);
        return Option.when(!(earlier instanceof Earlier.Nothing), () -> repeated(caller, earlier));
    }

    /** What an order would cost if it came now; nothing is put on record. */
    public Either<CreationRefusal, FeeQuote> consider(Caller caller, CreationOrder order) {
        return requireQuota(caller)
                .flatMap(day -> parts.custody()
                        .rehearse(request(freshId(), order.terms(), order.memo()))
                        .<CreationRefusal>mapLeft(CreationRefusal.NotBuilt::new))
                .flatMap(built -> requirePayer(built)
                        .flatMap(payable -> overBudget(budget.spent(), built.fee().total())
                                .<Either<CreationRefusal, FeeQuote>>map(Either::left)
                                .getOrElse(() -> Either.right(built.fee()))));
    }

    private Either<CreationRefusal, CreationRecord> place(Caller caller, CreationOrder order, Retry retry) {
        CreationId id = freshId();
        return requireQuota(caller).flatMap(day -> build(id, order.terms(), order.memo())
                .<CreationRefusal>mapLeft(CreationRefusal.NotBuilt::new)
                .flatMap(built -> requirePayer(built)
                        .flatMap(payable -> lifetime())
                        .flatMap(lifetime -> record(caller, order, retry, id, built, lifetime))));
    }

    /** Against quota and budget as they are by then: of those who race for the last of either, one wins. */
    private Either<CreationRefusal, CreationRecord> record(
            Caller caller,
            CreationOrder order,
            Retry retry,
            CreationId id,
            BuiltTransaction built,
            Lifetime lifetime) {
        while (true) {
            UnixTime now = parts.clock().now();
            Either<CreationRefusal, CreationQuota.Day> day = requireQuota(caller);
            CreationBudget.Spent spent = budget.spent();
            Option<CreationRefusal> refusal =
                    day.isLeft() ? Option.some(day.getLeft()) : overBudget(spent, built.fee().total());
            if (refusal.isDefined()) {
                return Either.left(refusal.get());
            }
            CreationRecord record = ordered(caller, order, id, built);
            Commit commit = parts.holdings()
                    .add(
                            quota.take(budget.spend(Commit.at(now), spent, record.order().cost()), day.get()),
                            caller.tenant(),
                            parts.network(),
                            record.order().account(),
                            HeldAccount.Origin.CREATED);
            Commit whole = answers.add(
                    open(book.order(commit, record), record.submission(), record.order(), built, lifetime),
                    retry,
                    record.order().account().address().toString());
            Option<CommitRefused> refused =
                    parts.journal().commit(whole).swap().toOption();
            if (refused.isEmpty()) {
                return Either.right(record);
            }
            switch (refused.get()) {
                case CommitRefused.VersionConflict raced -> {}
                case CommitRefused.AlreadyAnswered answered -> {
                    return repeated(caller, answers.compare(retry, answered.recorded()));
                }
                case CommitRefused.RowPresent present -> throw new IllegalStateException("there already: " + present);
                case CommitRefused.OverLimit over -> throw new IllegalStateException("an order over a limit: " + over);
            }
        }
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
        return book.find(over.subject().account())
                .filter(record -> record.submission().equals(over.id())
                        && record.status() == Creation.Status.PENDING)
                .flatMap(record -> switch (over.state()) {
                    case SubmissionState.Confirmed confirmed -> end(record, Creation.Status.CREATED);
                    case SubmissionState.Failed failed -> failed(record);
                    case SubmissionState.Expired expired -> renew(record);
                    case SubmissionState.Forgotten forgotten -> renew(record);
                    case SubmissionState.Absent open -> stillOpen(over);
                    case SubmissionState.Built open -> stillOpen(over);
                    case SubmissionState.Signed open -> stillOpen(over);
                    case SubmissionState.InFlight open -> stillOpen(over);
                });
    }

    private static Option<String> stillOpen(SubmissionRecord open) {
        throw new IllegalStateException(open.id() + " is not over");
    }

    private Option<String> end(CreationRecord record, Creation.Status status) {
        Commit commit = book.end(Commit.at(parts.clock().now()), record, status);
        return switch (status) {
            case CREATED -> settled(commit);
            case PENDING -> throw new IllegalArgumentException("no end");
            case FAILED ->
                settled(budget.giveBack(
                        commit,
                        budget.spent(),
                        record.order().cost().minus(record.order().networkFee()).getOrElse(BaseUnits.ZERO)));
        };
    }

    /** Not for a reason that is as good as the account: the transaction before it may have made it, and been given up too early. */
    private Option<String> failed(CreationRecord record) {
        Order order = record.order();
        return parts.custody()
                .rehearse(request(order.id(), order.terms(), order.memo()))
                .fold(refused -> settled(record, refused), built -> end(record, Creation.Status.FAILED));
    }

    /**
     * The transaction before can't land any more: another one, for the same address, is no second one, since the chain makes no account
     * where there is one.
     */
    private Option<String> renew(CreationRecord record) {
        if (record.version() >= MAX_TRANSACTIONS) {
            return failed(record);
        }
        Order order = record.order();
        Either<BuildRefusal, BuiltTransaction> built =
                build(order.id(), order.terms(), order.memo());
        Either<CreationRefusal, Lifetime> lifetime = lifetime();
        if (built.isLeft()) {
            return settled(record, built.getLeft());
        }
        if (lifetime.isLeft()) {
            return Option.some("the chain did not answer");
        }
        if (!built.get().account().contains(order.account())) {
            return Option.some("it was ordered under another secret of the operator");
        }
        SubmissionId next = idOf(order, built.get());
        return settled(open(
                book.renew(Commit.at(parts.clock().now()), record, next), next, order, built.get(), lifetime.get()));
    }

    /** What follows where no other transaction can be built: what cannot be read now may be there again. */
    private Option<String> settled(CreationRecord record, BuildRefusal refusal) {
        if (refusal.each().exists(one -> one instanceof BuildRefusal.Forbidden(Refusal.AccountExists exists))) {
            return end(record, Creation.Status.CREATED);
        }
        Option<String> unread = refusal.each().flatMap(Creations::unread).headOption();
        return unread.isDefined() ? unread : end(record, Creation.Status.FAILED);
    }

    private static Option<String> unread(BuildRefusal refusal) {
        return switch (refusal) {
            case BuildRefusal.ChainSilent(var fault) -> Option.some("the chain did not answer: " + fault);
            case BuildRefusal.NotOnChain(Address missing) -> Option.some(missing + " is not on the chain");
            case BuildRefusal.UnexpectedAccount(Address other, var problem) ->
                Option.some(other + " is not what it should be: " + problem);
            case BuildRefusal lasting -> Option.none();
        };
    }

    /** Where somebody else was faster, the same is settled by them, or is looked at anew. */
    private Option<String> settled(Commit commit) {
        return parts.journal().commit(commit).swap().toOption().flatMap(refused -> switch (refused) {
            case CommitRefused.VersionConflict raced -> Option.some("somebody else is settling it");
            case CommitRefused.RowPresent present -> throw new IllegalStateException("there already: " + present);
            case CommitRefused.OverLimit over -> throw new IllegalStateException("over a limit: " + over);
            case CommitRefused.AlreadyAnswered answered ->
                throw new IllegalStateException("answered without a key: " + answered);
        });
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
        CreationQuota.Day day = quota.day(caller.line(), parts.clock().now());
        int perDay = parts.allowance().perKeyPerDay();
        return day.taken() < perDay
                ? Either.right(day)
                : Either.left(new CreationRefusal.QuotaSpent(perDay, day.endsAt()));
    }

    private Option<CreationRefusal> overBudget(CreationBudget.Spent spent, BaseUnits cost) {
        BaseUnits allowed = parts.allowance().budgetLamports();
        return spent.lamports().plus(cost).exists(sum -> sum.compareTo(allowed) <= 0)
                ? Option.none()
                : Option.some(new CreationRefusal.BudgetSpent(allowed, spent.lamports(), cost));
    }

    /** The fee payer must be left with what keeps its own account alive. */
    private Either<CreationRefusal, BaseUnits> requirePayer(BuiltTransaction built) {
        Address payer = parts.operator().feePayer();
        BaseUnits cost = built.fee().total();
        return parts.chain()
                .accounts(Array.of(payer))
                .flatMap(found -> parts.chain().rentExemptMinimum(0).map(minimum -> {
                    BaseUnits balance =
                            found.accounts().get(payer).map(AccountData::lamports).getOrElse(BaseUnits.ZERO);
                    return balance.minus(cost).exists(rest -> rest.compareTo(minimum) >= 0)
                            ? Either.<CreationRefusal, BaseUnits>right(balance)
                            : Either.<CreationRefusal, BaseUnits>left(new CreationRefusal.FeePayerLow(balance, cost));
                }))
                .getOrElseGet(fault -> Either.left(new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault))));
    }

    /** Asked for after the blockhash, it never ends too early. */
    private Either<CreationRefusal, Lifetime> lifetime() {
        return Lifetimes.ofBlockhash(parts.chain())
                .mapLeft(fault -> new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault)));
    }

    private Either<BuildRefusal, BuiltTransaction> build(
            CreationId id, Command.CreateAccount terms, Option<Memo> memo) {
        return parts.custody().build(request(id, terms, memo));
    }

    private BuildRequest request(CreationId id, Command.CreateAccount terms, Option<Memo> memo) {
        Address payer = parts.operator().feePayer();
        BuildOptions options = memo.map(BuildOptions.DEFAULT::withMemo).getOrElse(BuildOptions.DEFAULT);
        return new BuildRequest.CreateAccount(parts.operator().createKey(id), payer, terms, options.paidBy(payer));
    }

    private CreationRecord ordered(Caller caller, CreationOrder order, CreationId id, BuiltTransaction built) {
        FeeQuote fee = built.fee();
        AccountRef account = built.account()
                .getOrElseThrow(() -> new IllegalStateException("the creation of no account was built"));
        Order ordered = new Order(
                id,
                caller.tenant(),
                caller.key(),
                parts.network(),
                account,
                order.terms(),
                order.memo(),
                fee.total(),
                fee.networkFee());
        return new CreationRecord(ordered, Creation.Status.PENDING, idOf(ordered, built), 1);
    }

    private Commit open(
            Commit commit, SubmissionId id, Order order, BuiltTransaction built, Lifetime lifetime) {
        SubmissionSubject subject =
                new SubmissionSubject(order.tenant(), order.network(), order.account().address());
        return parts.submissions()
                .open(commit, id, subject, built.unsigned().transaction(), lifetime, Option.none());
    }

    private static SubmissionId idOf(Order order, BuiltTransaction built) {
        return SubmissionBook.idOf(order.tenant(), order.network(), built.unsigned().message());
    }

    private CreationId freshId() {
        byte[] bytes = new byte[ID_BYTES];
        parts.random().nextBytes(bytes);
        return new CreationId("crt_" + HexFormat.of().formatHex(bytes));
    }
}
