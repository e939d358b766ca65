package dev.mandate.engine.simulation;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
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

    /** The sum of what the shop has shows how often each payment was made. */
    private static final int BASE = 10;

    private static final long SMALLEST = 1_000;

    private final World world;
    private final Clients clients;
    private final int number;
    /** Whether the client keeps what it signed. Otherwise it keeps the idempotency key alone. */
    private final boolean keepsBytes;
    private int attempt;
    private Option<Bytes> signed = Option.none();
    private int requests;
    private boolean isPaid;

    Payment(World world, Clients clients, int number) {
        this.world = world;
        this.clients = clients;
        this.number = number;
        this.keepsBytes = number % 2 == 0;
    }

    boolean isPaid() {
        return isPaid;
    }

    /** Lamports. */
    BaseUnits amount() {
        return BaseUnits.of(SMALLEST * (long) Math.pow(BASE, number));
    }

    /** How often it was paid, if the shop got {@code lamports}. */
    long timesPaid(long lamports) {
        return lamports / amount().bits() % BASE;
    }

    void request(TenantService service) {
        int asked = attempt;
        requests++;
        boolean safeToRepeat;
        try {
            safeToRepeat = keepsBytes ? submitsBytes(service) : submitsPlan(service);
        } finally {
            requests--;
        }
        if (safeToRepeat && requests == 0 && asked == attempt) {
            attempt++;
            signed = Option.none();
        }
    }

    /** Returns whether the answer says that another transaction is safe. */
    private boolean submitsBytes(TenantService service) {
        if (signed.isEmpty()) {
            Option<Bytes> built = plan(service).map(plan -> world.keys().sign(plan.single().unsigned().transaction()));
            signed = signed.orElse(built);
            return false;
        }
        Bytes transaction = signed.get();
        Retry retry = new Retry.Named(new RequestKey("client", key()), Sha256.of(transaction), World.FAR);
        Either<SubmissionRefusal, Submission> answer = service.submit(world.account(), transaction, Array.empty(), retry);
        return answer.fold(this::isSafeAfter, this::isSafeAfter);
    }

    private boolean submitsPlan(TenantService service) {
        return plan(service)
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

    private Option<TransactionPlan> plan(TenantService service) {
        return service.build(new BuildRequest.Transfer(
                        world.account(), world.shop(), new Token.Sol(), amount(), Array.of(world.signer()), BuildOptions.DEFAULT))
                .toOption();
    }

    private String key() {
        return "payment-" + number + "-" + attempt;
    }

    private boolean isSafeAfter(SubmissionRefusal refusal) {
        boolean isSafe = refusal.search() == SubmissionRefusal.Search.NEEDED && !(refusal instanceof SubmissionRefusal.NotAsked);
        if (isPaid && isSafe) {
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
        isPaid |= submission.state() instanceof Submission.State.Confirmed;
        return isOver;
    }

    @Override
    public String toString() {
        return "payment " + number + ", attempt " + attempt;
    }
}
