package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.engine.Engines;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyNetwork;
import dev.mandate.engine.faults.FaultyNetwork.Mood;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.faults.RestoredJournal;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.FailureKind;
import dev.mandate.ports.api.refusal.LimitFailures;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A client pays over an engine whose journal goes back by some commits at random moments, on bad networks and with crashes. It repeats every request,
 * those of finished payments as well, and builds a payment anew only after an answer that says that this is safe.
 *
 * <p>{@code -Dmandate.faults.schedules=N} plays so many of them, {@code -Dmandate.faults.seed=N} begins at another seed.
 */
class RestoredJournalScheduleTest {

    private static final int PAYMENTS = 6;
    private static final int MOST_STEPS = 120;
    private static final int MOST_COMMITS = 12;
    private static final int MOST_ROUNDS = 40;
    /** At the end, when everything is paid. */
    private static final int RESTORES = 4;
    /** The sum of what was received shows how often each payment was. */
    private static final int BASE = 10;

    /** HTTP 400, 409 and 422. */
    private static final Set<FailureKind> FINAL = EnumSet.of(FailureKind.MALFORMED, FailureKind.CONFLICT, FailureKind.REFUSED);

    @Tag("counted")
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    @Test
    void nothingIsPaidTwiceAndAFinishedPaymentStaysFinished() {
        long first = Long.getLong("mandate.faults.seed", 1);
        int schedules = Integer.getInteger("mandate.faults.schedules", TestExtent.of(4, 150));
        for (long seed = first; seed < first + schedules; seed++) {
            try {
                play(RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("with -Dmandate.faults.schedules=1 -Dmandate.faults.seed=" + seed, e);
            }
        }
    }

    private static void play(RandomGenerator random) {
        SimulatedChain chain = new SimulatedChain(EngineLimitFixture.START);
        EngineLimitFixture fixture = new EngineLimitFixture(chain, chain);
        Mood mood = random.nextInt(8) == 0 ? Mood.HANGING : Mood.FAULTY;
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 100 * EngineLimitFixture.SOL));
        Address nonce = nonce(fixture);
        try (FaultyNetwork network = new FaultyNetwork(chain, mood, random)) {
            new Schedule(fixture, chain, network, random, limit, nonce).play();
        }
    }

    private static Address nonce(EngineLimitFixture fixture) {
        Address nonce = TestKey.of("limits/nonce").address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT, fixture.ann.address(), new Blockhash(Bytes32.of(nonce.toArray())), BaseUnits.of(5_000));
        fixture.control.put(nonce, new AccountData(BaseUnits.of(EngineLimitFixture.SOL), SystemProgram.ID, content.encode(), false));
        assertTrue(fixture.service()
                .nonces()
                .allow(
                        fixture.account,
                        nonce,
                        fixture.intent(fixture.ann, IntentTerms.of("nonce_account_allow").with("nonce_account", nonce.toString())),
                        new Retry.Unnamed())
                .isRight());
        return nonce;
    }

    private enum Kind {
        TRANSFER,
        BY_NONCE,
        WITHIN_LIMIT
    }

    /** A payment as its client knows it. */
    private static final class Payment {

        private final int number;
        private final Kind kind;
        private final BaseUnits amount;
        private int attempt;
        /** For a use of a limit. The same one for all requests of an attempt. */
        private Option<SignedIntent> intent = Option.none();
        /** Signed; none if nothing is built. */
        private Option<Bytes> transaction = Option.none();
        private boolean isPaid;

        Payment(int number, Kind kind) {
            this.number = number;
            this.kind = kind;
            this.amount = BaseUnits.of((long) Math.pow(BASE, number));
        }

        void startAnew() {
            attempt++;
            intent = Option.none();
            transaction = Option.none();
        }

        Retry named(String request, Bytes content) {
            return new Retry.Named(
                    new RequestKey("client", "%s-%s-%s".formatted(request, number, attempt)),
                    Sha256.of(content),
                    EngineLimitFixture.START.plusSeconds(EngineLimitFixture.YEAR));
        }

        @Override
        public String toString() {
            return kind + " " + number + ", attempt " + attempt;
        }
    }

    private static final class Schedule {

        private final EngineLimitFixture fixture;
        private final SimulatedChain chain;
        private final FaultyNetwork network;
        private final RandomGenerator random;
        private final Address limit;
        private final Address nonce;
        private final RestoredJournal journal;
        private final Array<Payment> payments;
        /** Handed over, and not yet at any node. */
        private final List<Bytes> onTheirWay = new ArrayList<>();
        /** Asked for last. */
        private Payment newest;
        private boolean isHealed;

        Schedule(
                EngineLimitFixture fixture,
                SimulatedChain chain,
                FaultyNetwork network,
                RandomGenerator random,
                Address limit,
                Address nonce) {
            this.fixture = fixture;
            this.chain = chain;
            this.network = network;
            this.random = random;
            this.limit = limit;
            this.nonce = nonce;
            this.journal = new RestoredJournal(fixture.journal);
            this.payments = Array.range(0, PAYMENTS).map(i -> new Payment(i, Array.of(Kind.values()).get(random.nextInt(Kind.values().length))));
            this.newest = payments.head();
        }

        void play() {
            for (int steps = 0; steps < MOST_STEPS && network.faultsAreLeft(); steps++) {
                if (random.nextInt(3) == 0) {
                    network.disturb();
                    keepTime();
                }
                if (random.nextInt(6) == 0) {
                    arrive();
                }
                step();
            }
            arrive();
            network.heal();
            isHealed = true;
            for (int round = 0; round < MOST_ROUNDS && payments.exists(payment -> !payment.isPaid); round++) {
                network.rest();
                keepTime();
                payments.forEach(payment -> run(ProcessFault.never(), engine -> ask(payment, engine)));
                run(ProcessFault.never(), this::work);
            }
            for (int i = 0; i < RESTORES; i++) {
                journal.restore(1 + random.nextInt(RestoredJournal.KEPT));
                if (random.nextBoolean()) {
                    network.rest();
                    keepTime();
                }
                payments.forEach(payment -> run(ProcessFault.never(), engine -> ask(payment, engine)));
            }
            assertEquals(
                    Array.fill(PAYMENTS, "1").mkString(), Long.toString(fixture.received(), BASE), "how often each was paid, the last one first");
        }

        /** The server's clock shows the chain's time. */
        private void keepTime() {
            fixture.jump(chain.accounts(Array.empty()).get().chainTime().seconds() - fixture.now().seconds());
        }

        private void step() {
            newest = random.nextBoolean() ? newest : payments.get(random.nextInt(PAYMENTS));
            Payment payment = newest;
            int commits = 1 + random.nextInt(MOST_COMMITS);
            ProcessFault fate =
                    switch (random.nextInt(6)) {
                        case 0 -> ProcessFault.after(random.nextInt(60));
                        case 1 -> ProcessFault.interrupted(random.nextInt(60), () -> journal.restore(commits));
                        default -> ProcessFault.never();
                    };
            run(fate, engine -> {
                if (random.nextInt(4) == 0) {
                    work(engine);
                } else {
                    ask(payment, engine);
                }
            });
            if (random.nextInt(4) == 0) {
                journal.restore(commits);
            }
        }

        /** By an engine that has just been opened. */
        private void run(ProcessFault fate, Consumer<Engines> request) {
            Chain line = new FaultyChain(delaying(network.client()), fate, () -> Line.GOOD, bytes -> {});
            try {
                request.accept(fixture.engine(line, new CrashingJournal(journal, fate), fixture::now));
            } catch (Crash | JournalDamagedException unanswered) {
                assertTrue(fate.isFulfilled());
            }
        }

        /** Some transactions get no answer and arrive later. */
        private Chain delaying(Chain behind) {
            return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("send") && random.nextBoolean() && network.faultsAreLeft()) {
                    onTheirWay.add((Bytes) arguments[0]);
                    return Either.left(FaultyChain.FAULT);
                }
                try {
                    return method.invoke(behind, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });
        }

        private void arrive() {
            onTheirWay.forEach(bytes -> {
                var unused = chain.sendWithoutPreflight(bytes);
            });
            onTheirWay.clear();
        }

        private void work(Engines engine) {
            Array.of(SubmissionRepository.TOPIC, EngineLimitRepository.TOPIC)
                    .forEach(topic -> fixture.deliver(engine, journal.current().outbox(), topic));
        }

        private void ask(Payment payment, Engines engine) {
            TenantService service = EngineLimitFixture.service(engine);
            // Before, the only node may be behind.
            if (payment.isPaid && payment.intent.isDefined() && isHealed && random.nextBoolean()) {
                Either<LimitUseRefusal, ReservedUse> repeated = reserved(payment, service);
                boolean isSame = repeated.fold(
                        refused -> refused instanceof LimitUseRefusal.Landed || !FINAL.contains(LimitFailures.of(refused).code().kind()),
                        same -> payment.transaction.contains(fixture.keys.sign(same.unsigned().transaction())));
                assertTrue(isSame, () -> payment + " was confirmed, and its use is answered with " + repeated);
            } else if (payment.transaction.isEmpty()) {
                payment.transaction = built(payment, service).map(fixture.keys::sign);
            } else {
                submit(payment, payment.transaction.get(), service);
            }
        }

        private Option<Bytes> built(Payment payment, TenantService service) {
            return switch (payment.kind) {
                case TRANSFER -> transfer(payment, BuildOptions.DEFAULT, service);
                case BY_NONCE -> transfer(payment, BuildOptions.DEFAULT.withNonce(nonce), service);
                case WITHIN_LIMIT -> used(payment, service);
            };
        }

        private Option<Bytes> transfer(Payment payment, BuildOptions options, TenantService service) {
            return service.build(new BuildRequest.Transfer(
                            fixture.account, fixture.shop, new Token.Sol(), payment.amount, Array.of(fixture.ann.address()), options))
                    .toOption()
                    .map(plan -> plan.single().unsigned().transaction());
        }

        private Option<Bytes> used(Payment payment, TenantService service) {
            Option<ReservedUse> reserved = reserved(payment, service).toOption();
            if (reserved.isEmpty()) {
                // Nothing was signed with it.
                payment.startAnew();
            }
            return reserved.map(one -> one.unsigned().transaction());
        }

        private Either<LimitUseRefusal, ReservedUse> reserved(Payment payment, TenantService service) {
            BuildRequest.UseLimit use = new BuildRequest.UseLimit(
                    fixture.account, limit, fixture.ann.address(), fixture.shop, payment.amount, BuildOptions.DEFAULT);
            SignedIntent intent = payment.intent.getOrElse(() -> fixture.intent(use, fixture.ann));
            payment.intent = Option.some(intent);
            return service.reserveUse(use, intent, payment.named("use", Bytes.EMPTY));
        }

        private void submit(Payment payment, Bytes transaction, TenantService service) {
            Retry retry = random.nextBoolean() ? new Retry.Unnamed() : payment.named("submit", transaction);
            Either<SubmissionRefusal, Submission> answer =
                    service.submit(fixture.account, transaction, Array.empty(), retry);
            boolean isFinal = answer.fold(RestoredJournalScheduleTest::isFinal, RestoredJournalScheduleTest::isFinal);
            assertFalse(payment.isPaid && isFinal, () -> payment + " was confirmed, and now: " + answer);
            payment.isPaid |= answer.exists(submission -> submission.state() instanceof Submission.State.Confirmed);
            if (isFinal) {
                payment.startAnew();
            }
        }
    }

    private static boolean isFinal(SubmissionRefusal refusal) {
        FailureCode code = TenantFailures.of(refusal, number -> Option.none()).code();
        return FINAL.contains(code.kind()) && code != ErrorCode.IDEMPOTENCY_KEY_REUSED;
    }

    private static boolean isFinal(Submission submission) {
        return submission.state() instanceof Submission.State.Expired || submission.state() instanceof Submission.State.Failed;
    }
}
