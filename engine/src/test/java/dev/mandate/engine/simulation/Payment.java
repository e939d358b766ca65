package dev.mandate.engine.simulation;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.journal.RequestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * A payment as its client knows it, who repeats every request. The client builds it anew only after an answer that says that this is safe, and while
 * no other request of it is on its way.
 */
final class Payment {

    /** How a client pays. */
    enum Way {
        /** The client keeps what it signed. */
        KEPT_BYTES,
        /** The client keeps the idempotency key alone. */
        KEPT_KEY,
        /** With the durable nonce of the account, which the client keeps with what it signed. */
        DURABLE_NONCE,
        /** Within a limit that the engine keeps. It need not be paid: the limit may leave no room. */
        WITHIN_LIMIT
    }

    /** The sum of what was received shows how often each payment was made. */
    private static final int BASE = 10;

    private static final long SMALLEST = 1_000;

    /** Longer than a blockhash lives. */
    private static final long LIFE_SECONDS = 80;

    /** The engine keeps an idempotency key so long. */
    private static final long KEY_SECONDS = 30 * 86_400;

    private final World world;
    private final Clients clients;
    private final int number;
    private final Way way;
    private int attempt;
    private Option<SignedIntent> intent = Option.none();
    private Option<Bytes> signed = Option.none();
    private boolean isSubmitted;
    private int requests;
    private Option<UnixTime> askedFirst = Option.none();
    private boolean isPaid;
    private Option<Signature> paidBy = Option.none();
    /** When the client heard that a fork took it back. */
    private Option<UnixTime> droppedAt = Option.none();
    /** The limit left no room when it was asked last. */
    private boolean isRefused;

    Payment(World world, Clients clients, int number, Way way) {
        this.world = world;
        this.clients = clients;
        this.number = number;
        this.way = way;
    }

    Way way() {
        return way;
    }

    boolean isPaid() {
        return isPaid;
    }

    /** Whether it was asked for, in the present attempt. */
    boolean isAsked() {
        return askedFirst.isDefined();
    }

    /** Whether its idempotency key may be forgotten. */
    boolean isOld() {
        return askedFirst.exists(at -> world.now().secondsSince(at) >= KEY_SECONDS);
    }

    /** Whether the client waits for nothing any more. */
    boolean isDone() {
        return (isPaid && !isGone()) || isRefused;
    }

    /** Whether a fork took it back, for good as it seems. */
    boolean isGone() {
        return paidBy.exists(signature -> world.wasTakenBack(signature) && world.landed(signature).forAll(status -> status.failure().isDefined()));
    }

    /**
     * A payment that is dropped, as its client was told, is made again once the dropped transaction cannot land any more. A transaction with a durable
     * nonce can, and a use of a limit counts: they are left alone.
     */
    private boolean isMadeAgain() {
        if (droppedAt.isEmpty()) {
            droppedAt = Option.when(world.isDropHeard(paidBy.get()), world::now);
        }
        return droppedAt.exists(at -> world.now().secondsSince(at) > LIFE_SECONDS);
    }

    /** Lamports. */
    BaseUnits amount() {
        return way == Way.WITHIN_LIMIT ? LimitClient.amount(number) : BaseUnits.of(SMALLEST * (long) Math.pow(BASE, number));
    }

    /** How often it was paid, if the shop got {@code lamports}. */
    long timesPaid(long lamports) {
        return lamports / amount().bits() % BASE;
    }

    int number() {
        return number;
    }

    void request(TenantService service) {
        if (isGone() && way != Way.DURABLE_NONCE && way != Way.WITHIN_LIMIT) {
            if (requests > 0 || !isMadeAgain()) {
                return;
            }
            startAnew();
        }
        int asked = attempt;
        askedFirst = askedFirst.orElse(Option.some(world.now()));
        requests++;
        boolean safeToRepeat;
        try {
            safeToRepeat = way == Way.KEPT_KEY ? submitsPlan(service) : submitsBytes(service);
        } finally {
            requests--;
        }
        if (safeToRepeat && requests == 0 && asked == attempt) {
            startAnew();
        }
    }

    private void startAnew() {
        attempt++;
        intent = Option.none();
        signed = Option.none();
        isSubmitted = false;
        askedFirst = Option.none();
        isPaid = false;
        paidBy = Option.none();
        droppedAt = Option.none();
    }

    /** Forgets what was signed and never submitted; it is returned. */
    Option<Bytes> giveUp() {
        Option<Bytes> given = requests == 0 && !isSubmitted ? signed : Option.none();
        if (given.isDefined()) {
            startAnew();
        }
        return given;
    }

    /** Returns whether the answer says that another transaction is safe. */
    private boolean submitsBytes(TenantService service) {
        if (signed.isEmpty()) {
            return way == Way.WITHIN_LIMIT ? reserves(service) : builds(service);
        }
        isSubmitted = true;
        Bytes transaction = signed.get();
        Retry retry = new Retry.Named(new RequestKey("client", key()), Sha256.of(transaction), World.FAR);
        Either<SubmissionRefusal, Submission> answer = service.submit(world.account(), transaction, Array.empty(), retry);
        return answer.fold(this::isSafeAfter, this::isSafeAfter);
    }

    private boolean builds(TenantService service) {
        Option<BuildOptions> options = way == Way.DURABLE_NONCE
                ? clients.nonces().allowed(service).map(BuildOptions.DEFAULT::withNonce)
                : Option.some(BuildOptions.DEFAULT);
        Option<Bytes> built = options.flatMap(with -> plan(service, with)).map(plan -> world.keys().sign(plan.single().unsigned().transaction()));
        signed = signed.orElse(built);
        return false;
    }

    private boolean reserves(TenantService service) {
        SignedIntent asking = intent.getOrElse(() -> clients.limits().intent(number));
        intent = Option.some(asking);
        LimitClient.Answer answer = clients.limits().reserve(service, number, asking, key());
        isRefused = false;
        return switch (answer) {
            case LimitClient.Answer.Reserved(Bytes transaction) -> {
                signed = signed.orElse(Option.some(world.keys().sign(transaction)));
                yield false;
            }
            case LimitClient.Answer.Landed(Signature as) -> {
                if (!world.landed(as).exists(known -> known.failure().isEmpty())) {
                    world.violation(this + " is told as landed, and the chain has not " + as);
                }
                isPaid = true;
                yield false;
            }
            case LimitClient.Answer.NoRoom noRoom -> {
                isRefused = true;
                yield signed.isEmpty();
            }
            case LimitClient.Answer.Refused refused -> signed.isEmpty();
            case LimitClient.Answer.Unknown unknown -> false;
        };
    }

    private boolean submitsPlan(TenantService service) {
        return plan(service, BuildOptions.DEFAULT)
                .map(plan -> service.submitAll(plan, world.keys(), new IdempotencyKey(key()))
                        .fold(
                                refusal -> switch (refusal) {
                                    case PlanRefusal.NotLanded(var landed, Submission step) -> isSafeAfter(step);
                                    // Under the same key nothing is sent twice.
                                    case PlanRefusal.NotTaken(var landed, SubmissionRefusal why) -> {
                                        var unused = isSafeAfter(why);
                                        yield false;
                                    }
                                },
                                landed -> isSafeAfter(landed.last())))
                .getOrElse(false);
    }

    private Option<TransactionPlan> plan(TenantService service, BuildOptions options) {
        return service.build(new BuildRequest.Transfer(
                        world.account(), world.shop(), new Token.Sol(), amount(), Array.of(world.signer()), options))
                .toOption();
    }

    private String key() {
        return "%s-%s-%s".formatted(way == Way.WITHIN_LIMIT ? "use" : "payment", number, attempt);
    }

    private boolean isSafeAfter(SubmissionRefusal refusal) {
        boolean isSafe = refusal.search() == SubmissionRefusal.Search.NEEDED && !(refusal instanceof SubmissionRefusal.NotAsked);
        if (isPaid && isSafe && !isGone()) {
            world.violation(this + " was confirmed, and now the answer is " + refusal);
        }
        return isSafe;
    }

    private boolean isSafeAfter(Submission submission) {
        clients.told(submission);
        boolean isOver = submission.state() instanceof Submission.State.Expired || submission.state() instanceof Submission.State.Failed;
        if (isPaid && isOver) {
            world.violation(this + " was confirmed, and now it is " + submission.state());
        }
        if (submission.state() instanceof Submission.State.Confirmed) {
            isPaid = true;
            paidBy = Option.some(submission.signature());
        }
        return isOver;
    }

    @Override
    public String toString() {
        return "%s %s, attempt %s".formatted(way, number, attempt);
    }
}
