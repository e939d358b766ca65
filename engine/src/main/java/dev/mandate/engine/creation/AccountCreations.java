package dev.mandate.engine.creation;

import dev.mandate.domain.access.KeyLine;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.engine.creation.CreationBudget.Found;
import dev.mandate.engine.creation.CreationBudget.Sums;
import dev.mandate.engine.creation.CreationFunds.Balance;
import dev.mandate.engine.creation.CreationRecord.Charge;
import dev.mandate.engine.creation.CreationRecord.Event;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.engine.creation.CreationRecord.State;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.journal.Answers.Earlier;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.journal.CommitChain;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.SignerRole;
import dev.mandate.ports.api.tenant.TenantAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Creates a tenant's accounts at the operator's cost. Everything is recorded before anything is signed: the tenant, the address, the
 * share of quota and budget, and the transaction. The address never changes afterwards.
 */
public final class AccountCreations {

    private final CreationParts parts;
    private final CreationRepository book;
    private final Answers answers;
    private final CreationBudget budget;
    private final CreationQuota quota;
    private final CommitChain chain;
    private final CreationFunds funds;
    private final CreationTransactions transactions;
    private final CreationSettling settling;
    private final CreationAuthority authority;
    private final AccountAdoption adoption;
    private final SignerRoles roles;

    public AccountCreations(CreationParts parts) {
        this.parts = parts;
        this.book = new CreationRepository(parts.engine().journal());
        this.answers = parts.engine().journal().answers("creation-answer");
        this.budget = new CreationBudget(parts.engine().journal());
        this.quota = new CreationQuota(parts.engine().journal());
        this.chain = parts.operator().chain();
        this.funds = new CreationFunds(parts, book, budget);
        this.transactions = new CreationTransactions(parts);
        this.settling = new CreationSettling(parts, book, chain, budget, quota, funds, transactions);
        this.roles = new SignerRoles(parts.engine().journal());
        this.adoption = new AccountAdoption(parts, book, answers, transactions);
        this.authority = new CreationAuthority(
                parts.engine().formats(), parts.operator().key(), parts.engine().settings().maxPriorityFee());
    }

    /** The functions from events to rows, for an audit of the journal. */
    public static Seq<Projection> projections() {
        return CreationBudget.PROJECTIONS.prepend(CreationRepository.PROJECTION).append(CreationQuota.PROJECTION).append(SignerRoles.PROJECTION);
    }

    /** What the order of the account called its signers. */
    public Map<Address, SignerRole> roles(Address account) {
        return roles.of(account);
    }

    /** What tenants are told of accounts that they ordered. */
    public static EventSource<?, ?> events() {
        return CreationRepository.EVENTS;
    }

    /** The order of the account at this address, in any state. */
    public Option<CreationRecord> find(Address account) {
        return book.find(account).map(Entity::state);
    }

    /** The newest transaction of a creation that its tenant knows by {@code first}; none if {@code first} is no creation's. */
    public Option<SubmissionId> newest(SubmissionId first, Address account) {
        return find(account).filter(creation -> creation.first().equals(first)).map(CreationRecord::submission);
    }

    /**
     * Records an order, or finds the one that it repeats. Nothing is signed or sent yet. The repetition of an order that never landed orders
     * it again at the same address, so one idempotency key never leads to two accounts. That holds where the journal has lost the order, too: the
     * address follows from the request, and an account that the chain has there is recorded as created.
     *
     * <p>A repetition may run beside the first call, and be refused because the first took the last of quota or budget. What the first took
     * and its answer are one commit, so the repetition looks a second time and finds the answer.
     */
    public Either<CreationRefusal, CreationRecord> order(KeyLine by, CreationOrder order, Retry retry) {
        return switch (retry) {
            case Retry.Unnamed unnamed -> placed(by, freshId(), order, retry, Option::none);
            case Retry.Named named ->
                // After the answer has expired the same request still means the account that it made.
                order(by, idFor("request/" + named.key().scope() + " " + named.key().key(), order.terms()), order, retry, () -> earlier(retry));
        };
    }

    /**
     * A keyed hash that names what is made for {@code purpose} of the tenant on this network. It is the same for good, so that what the journal has lost
     * is found under it.
     */
    public Bytes32 nameFor(String purpose) {
        return parts.operator().key().nameFor(parts.engine().journal().prefix() + purpose);
    }

    /** The id of the account that is made for {@code purpose} on these terms; on other terms it is another account. */
    public CreationId idFor(String purpose, Command.CreateAccount terms) {
        return CreationId.of(nameFor("account/" + Bytes.of(TermsDigest.of(terms).toArray()).toHex() + "/" + purpose));
    }

    /** The account of this id, which need not exist yet. */
    public AccountRef locate(CreationId id) {
        return parts.engine().program().locate(parts.operator().key().createKey(id));
    }

    /**
     * Records the order of an account whose id is known, or finds it. One that never landed is ordered again at the same address. One that the journal
     * has lost, and whose account is on the chain, is recorded as created.
     */
    public Either<CreationRefusal, CreationRecord> order(KeyLine by, CreationId id, CreationOrder order) {
        return order(by, id, order, new Retry.Unnamed(), Option::none);
    }

    private Either<CreationRefusal, CreationRecord> order(
            KeyLine by,
            CreationId id,
            CreationOrder order,
            Retry retry,
            Supplier<Option<Either<CreationRefusal, Entity<CreationRecord>>>> answered) {
        AccountRef account = locate(id);
        Supplier<Option<Either<CreationRefusal, Entity<CreationRecord>>>> earlier =
                () -> answered.get().orElse(() -> book.find(account.address()).map(Either::right));
        return followed(by, earlier.get(), () -> placed(by, id, order, retry, earlier)
                .fold(refused -> answer(earlier.get())
                        .orElse(() -> adopted(by, id, account, order, retry, refused, () -> answer(earlier.get())))
                        .getOrElse(() -> Either.left(refused)), Either::right));
    }

    /** The account whose order the journal has lost, if it is on the chain. A refusal of another order of it would be wrong. */
    private Option<Either<CreationRefusal, CreationRecord>> adopted(
            KeyLine by,
            CreationId id,
            AccountRef account,
            CreationOrder order,
            Retry retry,
            CreationRefusal refused,
            Supplier<Option<Either<CreationRefusal, CreationRecord>>> recorded) {
        boolean isSilent = refused instanceof CreationRefusal.NotBuilt(BuildRefusal.ChainSilent silent);
        UnixTime now = parts.engine().clock().now();
        return isSilent
                ? Option.none()
                : adoption.adopt(
                        ordered(by, id, account, order),
                        Charge.nothing(quota.day(by.first(), now).name(), budget.day(now)),
                        retry,
                        recorded);
    }

    private Order ordered(KeyLine by, CreationId id, AccountRef account, CreationOrder order) {
        return new Order(id, parts.engine().tenant(), by.key(), parts.engine().network(), account, order.terms(), order.memo());
    }

    private Either<CreationRefusal, CreationRecord> followed(
            KeyLine by,
            Option<Either<CreationRefusal, Entity<CreationRecord>>> earlier,
            Supplier<Either<CreationRefusal, CreationRecord>> first) {
        return earlier.isDefined()
                ? earlier.get().flatMap(record -> isOpenToAnother(record) ? anew(by, record) : Either.right(record.state()))
                : first.get();
    }

    /** The order recorded under this idempotency key. It never reveals an account of another tenant or network. */
    private Option<Either<CreationRefusal, Entity<CreationRecord>>> earlier(Retry retry) {
        return switch (answers.find(retry)) {
            case Earlier.Nothing nothing -> Option.none();
            case Earlier.Other other -> Option.some(Either.left(new CreationRefusal.KeyReused()));
            case Earlier.Same(String account) -> Option.some(Address.parse(account).toOption()
                    .flatMap(book::find)
                    .toEither(CreationRefusal.KeyReused::new));
        };
    }

    private static Option<Either<CreationRefusal, CreationRecord>> answer(
            Option<Either<CreationRefusal, Entity<CreationRecord>>> earlier) {
        return earlier.map(found -> found.map(Entity::state));
    }

    private static boolean isOpenToAnother(Entity<CreationRecord> record) {
        return record.state().state() == State.NEVER_LANDED;
    }

    /** The cost of an order now. Nothing is recorded. */
    public Either<CreationRefusal, FeeQuote> quote(KeyLine by, CreationOrder order) {
        return requireQuota(by)
                .flatMap(day -> transactions
                        .validate(freshId(), order.terms(), order.memo(), transactions.policies())
                        .<CreationRefusal>mapLeft(CreationRefusal.NotBuilt::new))
                .flatMap(built -> quote(built, funds::balance).orElse(() -> quote(built, funds::balanceAndLanded)));
    }

    private Either<CreationRefusal, FeeQuote> quote(TransactionPlan built, Supplier<Either<CreationRefusal, Balance>> asked) {
        return asked.get()
                .flatMap(balance -> funds.refusal(balance, budget.find(budgetDay()).sums(), built.single().fee().total())
                        .toEither(built.single().fee())
                        .swap());
    }

    private Either<CreationRefusal, CreationRecord> placed(
            KeyLine by,
            CreationId id,
            CreationOrder order,
            Retry retry,
            Supplier<Option<Either<CreationRefusal, Entity<CreationRecord>>>> earlier) {
        return requireQuota(by).flatMap(day -> requireVault()).flatMap(signing -> transactions
                .build(id, order.terms(), order.memo(), transactions.policies())
                .<CreationRefusal>mapLeft(CreationRefusal.NotBuilt::new)
                .flatMap(built -> withLifetime((lifetime, balance) -> {
                    AccountRef account = built.account();
                    Order ordered = ordered(by, id, account, order);
                    SubmissionId submission = transactions.idOf(built);
                    Addition addition = (commit, charge) -> {
                        Event.Ordered event = new Event.Ordered(ordered, charge, submission);
                        Commit owned =
                                parts.accounts().add(book.order(commit, event), account, TenantAccount.Origin.CREATED);
                        Commit named = roles.add(owned, account.address(), order.roles());
                        return new Decision<>(
                                transactions.open(
                                        answers.add(named, retry, account.address().toString()), ordered, submission, built, lifetime),
                                CreationRecord.evolve(Option.none(), event));
                    };
                    return record(
                            by, built, balance, () -> answer(earlier.get()).toEither(addition).swap());
                })));
    }

    /** Orders again what never landed. Of concurrent calls one succeeds; the others find its order. */
    private Either<CreationRefusal, CreationRecord> anew(KeyLine by, Entity<CreationRecord> over) {
        Order order = over.state().order();
        return requireQuota(by)
                .flatMap(day -> requireVault())
                .flatMap(signing -> transactions
                        .build(order)
                        .<CreationRefusal>mapLeft(refusal -> notBuilt(over, refusal)))
                .flatMap(built -> withLifetime((lifetime, balance) -> {
                    SubmissionId submission = transactions.idOf(built);
                    return record(by, built, balance, () -> reopened(over).<Addition>map(newest -> (commit, charge) -> {
                        Event.OrderedAnew event = new Event.OrderedAnew(charge, submission);
                        return new Decision<>(
                                transactions.open(book.follow(commit, newest, event), order, submission, built, lifetime),
                                CreationRecord.evolve(Option.some(newest.state()), event));
                    }));
                }))
                .fold(refused -> reopened(over).fold(answer -> answer, open -> Either.left(refused)), Either::right);
    }

    /** The order, if it still never landed; left: the result of another call that has ordered it again meanwhile. */
    private Either<Either<CreationRefusal, CreationRecord>, Entity<CreationRecord>> reopened(Entity<CreationRecord> over) {
        Entity<CreationRecord> newest = newest(over);
        return isOpenToAnother(newest) ? Either.right(newest) : Either.left(Either.right(newest.state()));
    }

    /** Adds an order to a commit. */
    @FunctionalInterface
    private interface Addition {
        Decision<CreationRecord> to(Commit commit, Charge charge);
    }

    private CreationRefusal notBuilt(Entity<CreationRecord> over, BuildRefusal refusal) {
        if (CreationTransactions.isThere(refusal)
                && transactions.settings(over.state().order()).exists(found -> found.value() instanceof FoundAccount.Owned)) {
            var unused = settling.found(over);
        }
        return new CreationRefusal.NotBuilt(refusal);
    }

    /**
     * Commits an order against quota, budget and balance as they are at the commit. Of calls that race for the last of any, one succeeds.
     *
     * @param addition adds the order; left: the answer, if another call with the same order was faster
     */
    private Either<CreationRefusal, CreationRecord> record(
            KeyLine by,
            TransactionPlan built,
            Supplier<Either<CreationRefusal, Balance>> asked,
            Supplier<Either<Either<CreationRefusal, CreationRecord>, Addition>> addition) {
        Either<CreationRefusal, Balance> balance = asked.get();
        Either<CreationRefusal, CreationRecord> recorded = balance.flatMap(read -> record(by, built, addition, read));
        // Lamports that were paid near the reading, or by what has landed and is not settled, may be subtracted twice.
        return recorded.swap().exists(CreationRefusal.FeePayerLow.class::isInstance)
                ? funds.balanceAndLanded().flatMap(read -> record(by, built, addition, read))
                : recorded;
    }

    private Either<CreationRefusal, CreationRecord> record(
            KeyLine by,
            TransactionPlan built,
            Supplier<Either<Either<CreationRefusal, CreationRecord>, Addition>> addition,
            Balance balance) {
        BaseUnits cost = built.single().fee().total();
        return chain.<Either<CreationRefusal, CreationRecord>, CreationRecord>commit(() -> {
                    Either<Either<CreationRefusal, CreationRecord>, Addition> written = addition.get();
                    if (written.isLeft()) {
                        return Either.left(written.getLeft());
                    }
                    UnixTime now = parts.engine().clock().now();
                    Found before = budget.ahead(chain, budget.day(now));
                    Sums sums = before.sums();
                    return requireQuota(quota.ahead(chain, by.first(), now), now)
                            .flatMap(day -> funds.refusal(balance, sums, cost).toEither(day).swap())
                            .<Either<CreationRefusal, CreationRecord>>mapLeft(Either::left)
                            .map(day -> written.get().to(
                                    quota.take(budget.change(Commit.at(now), before, sums.ordering(cost)), day),
                                    Charge.of(day.name(), before.day(), built.single().fee())));
                })
                .fold(answer -> answer, Either::right);
    }

    private Entity<CreationRecord> newest(Entity<CreationRecord> record) {
        return book.newest(record);
    }

    /** The operator's address that pays for orders. */
    public Address feePayer() {
        return parts.operator().key().feePayer();
    }

    /**
     * A creation that {@code payer} pays for, with the create key's signature.
     *
     * @param build builds the request
     */
    public Either<BuildRefusal, TransactionPlan> paidBy(
            Address payer,
            CreationOrder order,
            TransactionVersion version,
            Function<BuildRequest, Either<BuildRefusal, TransactionPlan>> build) {
        CreationId id = freshId();
        return build.apply(transactions.request(id, payer, order.terms(), order.memo(), version)).map(built -> {
            UnsignedTransaction unsigned = built.single().unsigned();
            Bytes signed = authority.signForPayer(id, payer, order, unsigned.transaction());
            Step step = new Step(
                    built.single().kind(), new UnsignedTransaction(signed, unsigned.message(), unsigned.maxBytes(), Array.of(payer)), built.single().fee());
            return built.withSteps(Array.of(step));
        });
    }

    /** The build request of {@link #paidBy}. */
    public BuildRequest requestPaidBy(Address payer, CreationOrder order, TransactionVersion version) {
        return transactions.request(freshId(), payer, order.terms(), order.memo(), version);
    }

    /**
     * Signs the transaction that was built for an order.
     *
     * @throws JournalDamagedException if no order has this submission
     */
    public Either<VaultFault, SignedTransaction> sign(SubmissionRecord built) {
        CreationRecord record = find(built.subject().account())
                .filter(creation -> creation.submission().equals(built.id()))
                .getOrElseThrow(() -> new JournalDamagedException("submission " + built.id() + " makes no account that was ordered"));
        if (!(built.state() instanceof SubmissionState.Built(var unsigned, var lifetime))) {
            throw new IllegalStateException(built.id() + " is not to be signed now");
        }
        return authority.sign(record.order(), unsigned);
    }

    /**
     * Settles an order after its submission has ended: the account exists, the order failed, or it needs another transaction. Does nothing
     * for other submissions. Repeating this has no effect.
     *
     * @return the reason for which it must be called again; none if it is settled
     */
    public Option<String> settle(SubmissionRecord over) {
        return settling.settle(over);
    }

    /** An order that nobody could sign now is not recorded. If the vault goes away later, the order stays pending until it is back. */
    private Either<CreationRefusal, Address> requireVault() {
        return parts.operator().key().unavailable()
                .<CreationRefusal>map(fault -> new CreationRefusal.NotBuilt(new BuildRefusal.VaultSilent(fault)))
                .toEither(this::feePayer)
                .swap();
    }

    private Either<CreationRefusal, CreationQuota.Day> requireQuota(KeyLine by) {
        UnixTime now = parts.engine().clock().now();
        return requireQuota(quota.day(by.first(), now), now);
    }

    private Either<CreationRefusal, CreationQuota.Day> requireQuota(CreationQuota.Day day, UnixTime now) {
        int perDay = parts.operator().allowance().perKeyPerDay();
        return day.taken() < perDay
                ? Either.right(day)
                : Either.left(new CreationRefusal.QuotaSpent(perDay, CreationQuota.endOfDay(now)));
    }

    private String budgetDay() {
        return budget.day(parts.engine().clock().now());
    }

    /** Reads a lifetime, and the balance beside it. */
    private Either<CreationRefusal, CreationRecord> withLifetime(
            BiFunction<Lifetime, Supplier<Either<CreationRefusal, Balance>>, Either<CreationRefusal, CreationRecord>> order) {
        Supplier<Either<CreationRefusal, Balance>> balance = parts.engine().chain().begin(funds::balance);
        return lifetime().flatMap(lifetime -> order.apply(lifetime, balance));
    }

    private Either<CreationRefusal, Lifetime> lifetime() {
        return transactions
                .lifetime()
                .mapLeft(fault -> new CreationRefusal.NotBuilt(new BuildRefusal.ChainSilent(fault)));
    }

    private CreationId freshId() {
        byte[] bytes = new byte[Bytes32.LENGTH];
        parts.random().nextBytes(bytes);
        return CreationId.of(Bytes32.of(bytes));
    }
}
