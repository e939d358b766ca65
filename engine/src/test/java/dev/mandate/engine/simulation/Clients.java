package dev.mandate.engine.simulation;

import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.StartedChallenge;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.journal.RequestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Clients who pay, order accounts and sign in, and repeat each request. They note what they were told. */
final class Clients {

    private static final Array<Payment.Way> WAYS = Array.of(
            Payment.Way.KEPT_BYTES,
            Payment.Way.KEPT_KEY,
            Payment.Way.KEPT_BYTES,
            Payment.Way.KEPT_KEY,
            Payment.Way.DURABLE_NONCE,
            Payment.Way.DURABLE_NONCE);
    static final int PAYMENTS = WAYS.length() + LimitClient.USES;
    private static final int ACCOUNTS = 2;
    private static final int SIGN_INS = 2;
    /** An old transaction has expired, another one is built and submitted. */
    private static final int REQUESTS = 3;

    private final World world;
    private final Array<Payment> payments;
    private final Array<Payment> uses;
    private final LimitClient limits;
    private final NonceClient nonces;
    /** Asked for, answered or not. */
    private final Set<Integer> orders = new TreeSet<>();
    private final Set<Integer> signIns = new TreeSet<>();
    private final Map<Integer, Creation> creations = new LinkedHashMap<>();
    private final Map<Integer, StartedChallenge> challenges = new LinkedHashMap<>();
    private final Set<SubmissionId> acknowledged = new LinkedHashSet<>();
    private final Map<Signature, Submission.State> told = new LinkedHashMap<>();

    Clients(World world, LimitClient limits) {
        this.world = world;
        this.limits = limits;
        this.nonces = new NonceClient(world, this);
        this.payments = WAYS.zipWithIndex().map(way -> new Payment(world, this, way._2, way._1));
        this.uses = Array.range(0, LimitClient.USES).map(number -> new Payment(world, this, number, Payment.Way.WITHIN_LIMIT));
    }

    private Payment payment(int subject) {
        int number = subject % PAYMENTS;
        return number < payments.length() ? payments.get(number) : uses.get(number - payments.length());
    }

    void pays(TenantService service, int subject) {
        Payment payment = payment(subject);
        if (canRepeat(payment)) {
            payment.request(service);
        }
    }

    /** A key proves nothing once it is old, or on a journal that may have lost it. Who has nothing else must look at what was paid. */
    private boolean canRepeat(Payment payment) {
        return payment.way() != Payment.Way.KEPT_KEY || payment.isGone() || (!world.isRestored() && !payment.isOld());
    }

    /** Whether somebody with a key alone has no answer yet. */
    boolean waitWithKeys() {
        return payments.exists(payment -> payment.way() == Payment.Way.KEPT_KEY && payment.isAsked() && !payment.isPaid());
    }

    /** The journal has lost commits. */
    void restored() {
        nonces.restored();
    }

    boolean arePaid() {
        return payments.filter(this::canRepeat).forAll(Payment::isDone) && uses.forAll(use -> use.isDone() || use.isGone());
    }

    /** Everybody asks again who may have no answer. */
    void repeat(BiConsumer<Step.Kind, Integer> request) {
        for (int number = 0; number < PAYMENTS; number++) {
            for (int i = 0; i < REQUESTS && !payment(number).isDone(); i++) {
                request.accept(Step.Kind.PAYMENT, number);
            }
        }
        if (world.isRestored()) {
            return;
        }
        orders.forEach(number -> request.accept(Step.Kind.ACCOUNT, number));
        signIns.forEach(number -> request.accept(Step.Kind.SIGN_IN, number));
    }

    void ordersAccount(TenantService service, int subject) {
        if (world.isRestored()) {
            return;
        }
        int number = subject % ACCOUNTS;
        orders.add(number);
        CreationOrder order = new CreationOrder(Command.CreateAccount.ofEquals(1, world.signer()));
        service.create(World.CALLER.keyLine(), order, named("account-" + number)).forEach(creation -> {
            if (!creations.computeIfAbsent(number, first -> creation).account().equals(creation.account())) {
                world.violation("order " + number + " is another account than before");
            }
        });
    }

    void signsIn(EmailAuthorities authorities, int subject) {
        if (world.isRestored()) {
            return;
        }
        int number = subject % SIGN_INS;
        signIns.add(number);
        EmailAddress address = new EmailAddress("person" + number + "@example.com");
        ChallengeRequest request = new ChallengeRequest(address, Purpose.REGISTER, Option.none(), new SessionEnd.Default());
        authorities.start(request, named("sign-in-" + number)).forEach(started -> {
            if (!challenges.computeIfAbsent(number, first -> started).equals(started)) {
                world.violation("challenge " + number + " is another one than before");
            }
        });
    }

    private static Retry named(String key) {
        return new Retry.Named(new RequestKey("client", key), Bytes32.of(new byte[32]), World.FAR);
    }

    /** A client was told this. */
    void told(Submission submission) {
        acknowledged.add(submission.id());
        Submission.State state = submission.state();
        if (isFinal(state)) {
            told.put(submission.signature(), state);
            requireTrue(submission.signature(), state);
        }
    }

    /** What a fork took back was true when it was told, but it failed or expired for good. */
    void requireTrue(Signature signature, Submission.State state) {
        Option<SignatureStatus> status = world.landed(signature);
        boolean isTrue = switch (state) {
            case Submission.State.Confirmed confirmed ->
                status.exists(known -> known.failure().isEmpty()) || world.wasTakenBack(signature);
            case Submission.State.Failed failed ->
                status.exists(known -> known.failure().isDefined()) || (world.wasTakenBack(signature) && status.isEmpty());
            case Submission.State.Expired expired -> status.isEmpty();
            default -> true;
        };
        if (!isTrue) {
            world.violation("told " + state + ", and the chain has " + status);
        }
    }

    Array<Payment> payments() {
        return payments;
    }

    /** The uses of limits. */
    Array<Payment> uses() {
        return uses;
    }

    LimitClient limits() {
        return limits;
    }

    NonceClient nonces() {
        return nonces;
    }

    int accountsOrdered() {
        return orders.size();
    }

    int signIns() {
        return signIns.size();
    }

    Array<Creation> creations() {
        return Array.ofAll(creations.values());
    }

    Array<StartedChallenge> challenges() {
        return Array.ofAll(challenges.values());
    }

    Array<SubmissionId> acknowledged() {
        return Array.ofAll(acknowledged);
    }

    /** What was told as final. */
    Map<Signature, Submission.State> told() {
        return told;
    }

    static boolean isFinal(Submission.State state) {
        return state instanceof Submission.State.Confirmed
                || state instanceof Submission.State.Failed
                || state instanceof Submission.State.Expired;
    }}
