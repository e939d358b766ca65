package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.domain.submission.InvalidTransition;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.LifetimeReading;
import dev.mandate.domain.submission.NodeAnswer;
import dev.mandate.domain.submission.NodeRejection;
import dev.mandate.domain.submission.PendingTransaction;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.domain.submission.SubmissionCommand.Absence;
import dev.mandate.domain.submission.SubmissionCommand.Landing;
import dev.mandate.domain.submission.SubmissionEvent;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.domain.submission.SubmissionSubject;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws of a submitted transaction, for any commands in any order and number. Extend this class and return the rules under test. */
public abstract class SubmissionLaws {

    /** Returns the rules under test. */
    protected abstract Decider<SubmissionState, SubmissionCommand, SubmissionEvent, InvalidTransition> rules();

    private static final String ANY = "any commands, in any order, at any times";
    private static final SubmissionSubject SUBJECT = new SubmissionSubject(new Tenant("acme"), Network.DEVNET, Address.ZERO, Array.empty());

    private static final Address NONCE = new Address(Bytes32.ZERO);
    private static final Blockhash VALUE = new Blockhash(Bytes32.ZERO);
    private static final Blockhash NEXT = new Blockhash(Bytes32.of(new byte[] {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32
    }));
    private static final long LAST_BLOCK = 1_000;
    /** The first height at which it is over. */
    private static final long OVER = LAST_BLOCK + Lifetime.MARGIN_BLOCKS + 1;
    private static final TransactionFailure TOO_EARLY =
            new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(6_000));

    /** One step of a history: the command, its time and its result. */
    private record Decided(
            SubmissionState before,
            SubmissionCommand command,
            UnixTime at,
            Either<InvalidTransition, Seq<SubmissionEvent>> outcome,
            SubmissionState after) {}

    /** A command, and the seconds since the one before. */
    record Step(SubmissionCommand command, long seconds) {}

    private Array<Decided> play(List<Step> steps) {
        Array<Decided> history = Array.empty();
        SubmissionState state = rules().initial();
        UnixTime now = new UnixTime(1_800_000_000);
        for (Step step : steps) {
            now = now.plusSeconds(step.seconds());
            var outcome = rules().decide(state, step.command(), now);
            SubmissionState after = outcome.isRight() ? rules().fold(state, outcome.get()) : state;
            history = history.append(new Decided(state, step.command(), now, outcome, after));
            state = after;
        }
        return history;
    }

    @Law(
            id = "submission-1",
            says = "No two byte strings are sent for one submission.",
            source = "Custody.submit: the same bytes are sent again, and nothing else",
            forAll = ANY)
    @Property
    void oneByteStringIsSent(@ForAll("histories") List<Step> steps) {
        Array<Bytes> sent = play(steps)
                .map(Decided::after)
                .filter(SubmissionState.InFlight.class::isInstance)
                .map(state -> ((SubmissionState.InFlight) state).pending().transaction().bytes())
                .distinct();
        assertTrue(sent.size() <= 1, sent::toString);
    }

    @Law(
            id = "submission-2",
            says = "Nothing is sent before the sending is on record.",
            source = "Custody.submit: recorded before a byte leaves",
            forAll = ANY)
    @Property
    void sendingIsRecordedFirst(@ForAll("histories") List<Step> steps) {
        boolean onRecord = false;
        for (Decided decided : play(steps)) {
            onRecord |= decided.outcome().exists(events -> events.exists(SubmissionEvent.Sending.class::isInstance));
            assertTrue(onRecord || !(decided.after() instanceof SubmissionState.InFlight), decided::toString);
        }
    }

    @Law(
            id = "submission-3",
            says = "A final state stays as it is.",
            source = "SubmissionState.Final",
            forAll = ANY)
    @Property
    void anEndStays(@ForAll("histories") List<Step> steps) {
        for (Decided decided : play(steps)) {
            if (decided.before() instanceof SubmissionState.Final ended) {
                assertEquals(Either.left(new InvalidTransition.Over(ended)), decided.outcome());
            }
        }
    }

    /** A node's refusal is not the network's: another node may have sent the bytes. */
    @Law(
            id = "submission-4",
            says = "No answer of a node to the sending ends a submission.",
            source = "A node is not the network: another one may have sent the bytes",
            forAll = ANY)
    @Property
    void noAnswerOfANodeIsAnEnd(@ForAll("histories") List<Step> steps) {
        for (Decided decided : play(steps)) {
            if (decided.after() instanceof SubmissionState.Final && !(decided.before() instanceof SubmissionState.Final)) {
                assertTrue(
                        decided.command() instanceof SubmissionCommand.FindLanded
                                || decided.command() instanceof SubmissionCommand.FindAbsent,
                        decided::toString);
            }
        }
    }

    @Law(
            id = "submission-5",
            says = "A submission has failed only if the chain has its transaction.",
            source = "SubmissionState.Failed",
            forAll = ANY)
    @Property
    void onlyLandedTransactionsFail(@ForAll("histories") List<Step> steps) {
        for (Decided decided : play(steps)) {
            if (decided.after() instanceof SubmissionState.Failed && !(decided.before() instanceof SubmissionState.Failed)) {
                assertInstanceOf(SubmissionCommand.FindLanded.class, decided.command());
            }
        }
    }

    @Law(
            id = "submission-6",
            says = "Nothing expires that may still land, or may have landed under another signature.",
            source = "Solana: a blockhash is valid for 150 blocks, a nonce until it is advanced",
            forAll = ANY)
    @Property
    void transactionsThatMayLandDoNotExpire(@ForAll("histories") List<Step> steps) {
        for (Decided decided : play(steps)) {
            if (decided.after() instanceof SubmissionState.Expired && !(decided.before() instanceof SubmissionState.Expired)) {
                PendingTransaction pending = pending(decided.before());
                assertTrue(
                        decided.command() instanceof SubmissionCommand.FindAbsent(Agreed<Absence>(Absence(var reading, var search), int sources))
                                && pending.lifetime().isOver(reading)
                                && search == HistorySearch.COMPLETE
                                && !pending.hasLanded()
                                && reading.blockHeight() - pending.openUntil() <= SubmissionRules.MEMORY_BLOCKS,
                        decided::toString);
            }
        }
    }

    @Law(
            id = "submission-7",
            says = "A submission becomes indeterminate only after its lifetime, and only if its history cannot be searched to the end.",
            source = "Solana: nodes forget old transactions",
            forAll = ANY)
    @Property
    void onlyTransactionsPastTheirLifetimeAreIndeterminate(@ForAll("histories") List<Step> steps) {
        for (Decided decided : play(steps)) {
            if (decided.after() instanceof SubmissionState.Indeterminate && !(decided.before() instanceof SubmissionState.Indeterminate)) {
                PendingTransaction pending = pending(decided.before());
                assertTrue(
                        decided.command() instanceof SubmissionCommand.FindAbsent(Agreed<Absence>(Absence(var reading, var search), int sources))
                                && pending.lifetime().isOver(reading)
                                && (search == HistorySearch.CUT_SHORT
                                        || reading.blockHeight() - pending.openUntil() > SubmissionRules.MEMORY_BLOCKS),
                        decided::toString);
            }
        }
    }

    /** Time alone decides nothing: the same history at any times ends in the same state. */
    @Law(
            id = "submission-8",
            says = "The same commands at other times lead to the same states.",
            source = "Lifetimes are judged by block height",
            forAll = ANY)
    @Property
    void noClockDecides(@ForAll("histories") List<Step> steps) {
        Array<SubmissionState> states = play(steps).map(Decided::after);
        List<Step> jumping = Array.ofAll(steps)
                .zipWithIndex()
                .map(step -> new Step(step._1.command(), step._2 % 2 == 0 ? 86_400 : -86_400))
                .asJava();
        assertEquals(states, play(jumping).map(Decided::after));
    }

    @Law(
            id = "submission-9",
            says = "What the chain has is confirmed or failed at once, with the signature and slot that the chain tells.",
            source = "Chain.statuses",
            forAll = ANY)
    @Property
    void landedTransactionsAreSettled(@ForAll("histories") List<Step> steps) {
        for (Decided decided : play(steps)) {
            boolean mayHaveLanded = decided.before() instanceof SubmissionState.Signed
                    || decided.before() instanceof SubmissionState.InFlight;
            if (mayHaveLanded && decided.command() instanceof SubmissionCommand.FindLanded(Agreed<Landing>(Landing landed, int sources))) {
                SignedTransaction transaction = pending(decided.before()).transaction();
                assertEquals(
                        landed.failure()
                                .<SubmissionState>map(failure ->
                                        new SubmissionState.Failed(transaction, landed.id(), failure))
                                .getOrElse(() -> new SubmissionState.Confirmed(transaction, landed.id(), landed.slot())),
                        decided.after());
            }
        }
    }

    @Law(
            id = "submission-10",
            says = "The same command again changes nothing more.",
            source = "Workers deliver at least once",
            forAll = ANY)
    @Property
    void repeatedCommandsChangeNothing(@ForAll("histories") List<Step> steps) {
        for (Decided decided : play(steps)) {
            var again = rules().decide(decided.after(), decided.command(), decided.at());
            assertEquals(
                    decided.after(), again.isRight() ? rules().fold(decided.after(), again.get()) : decided.after(), decided::toString);
        }
    }

    @Law(
            id = "submission-11",
            says = "What is accepted has at least one event, and the same question gets the same answer.",
            source = "Decider: events, never empty; pure",
            forAll = ANY)
    @Property
    void acceptedCommandsHaveAnEvent(@ForAll("histories") List<Step> steps) {
        for (Decided decided : play(steps)) {
            assertTrue(decided.outcome().isLeft() || !decided.outcome().get().isEmpty(), decided::toString);
            assertEquals(decided.outcome(), rules().decide(decided.before(), decided.command(), decided.at()));
        }
    }

    @Law(
            id = "submission-12",
            says = "A transaction is built, signed and sent, in this order; a lost answer makes it unknown, and an acceptance known again.",
            source = "SubmissionState: Built, Signed, Sent, Unknown",
            forAll = "one transaction")
    @Example
    void aTransactionIsBuiltSignedAndSent() {
        Lifetime lifetime = new Lifetime.UntilBlock(0, LAST_BLOCK);
        SubmissionCommand build = new SubmissionCommand.Build(SUBJECT, Bytes.of((byte) 1), lifetime);
        SubmissionState built = after(rules().initial(), build, 0);
        assertEquals(new SubmissionState.Built(Bytes.of((byte) 1), lifetime), built);
        SubmissionState signed = after(built, new SubmissionCommand.Sign(transaction(1)), 0);
        PendingTransaction pending = new PendingTransaction(transaction(1), lifetime, LAST_BLOCK, Option.none());
        assertEquals(new SubmissionState.Signed(pending), signed);
        SubmissionState sent = after(signed, new SubmissionCommand.Send(), 0);
        assertEquals(new SubmissionState.Sent(pending), sent);

        SubmissionCommand accepted = new SubmissionCommand.Hear(new NodeAnswer.Accepted());
        SubmissionCommand silent = new SubmissionCommand.Hear(new NodeAnswer.Silent());
        SubmissionState unknown = after(sent, silent, 0);
        assertEquals(new SubmissionState.Unknown(pending), unknown);
        assertEquals(sent, after(unknown, accepted, 0));
        assertEquals(Either.left(new InvalidTransition.NothingNew(sent)), rules().decide(sent, accepted, new UnixTime(0)));
        assertEquals(Either.left(new InvalidTransition.NothingNew(unknown)), rules().decide(unknown, silent, new UnixTime(0)));
        for (SubmissionState other : List.of(built, signed, sent, unknown)) {
            assertTrue(rules().decide(other, build, new UnixTime(0)).isLeft(), other::toString);
        }
    }

    @Law(
            id = "submission-13",
            says = "An event that cannot follow from a state is a broken history.",
            source = "Decider: evolve throws IllegalStateException",
            forAll = ANY)
    @Property
    void anEventThatCannotFollowIsABrokenHistory(@ForAll("histories") List<Step> steps) {
        NodeRejection rejection = new NodeRejection(TOO_EARLY, Array.empty());
        for (SubmissionState state : play(steps).map(Decided::after)) {
            boolean inFlight = state instanceof SubmissionState.InFlight;
            boolean signed = inFlight || state instanceof SubmissionState.Signed;
            assertFollows(state instanceof SubmissionState.Absent, state, new SubmissionEvent.Built(SUBJECT, Bytes.EMPTY, new Lifetime.UntilBlock(0, 1)));
            assertFollows(state instanceof SubmissionState.Built, state, new SubmissionEvent.Signed(transaction(1)));
            assertFollows(state instanceof SubmissionState.Signed, state, new SubmissionEvent.Sending());
            assertFollows(inFlight, state, new SubmissionEvent.Accepted());
            assertFollows(inFlight, state, new SubmissionEvent.RejectedByNode(rejection));
            assertFollows(inFlight, state, new SubmissionEvent.AnswerLost());
            assertFollows(signed, state, new SubmissionEvent.Confirmed(transaction(1).signature(), 1));
            assertFollows(signed, state, new SubmissionEvent.Failed(transaction(1).signature(), TOO_EARLY));
            assertFollows(signed, state, new SubmissionEvent.Expired());
            assertFollows(signed, state, new SubmissionEvent.Indeterminate());
        }
    }

    private void assertFollows(boolean possible, SubmissionState state, SubmissionEvent event) {
        if (possible) {
            assertFalse(state.equals(rules().evolve(state, event)) && !(state instanceof SubmissionState.InFlight), event::toString);
        } else {
            assertThrows(IllegalStateException.class, () -> rules().evolve(state, event), () -> event + " after " + state);
        }
    }

    @Example
    void aRefusedTransactionExpiresWithItsRejection() {
        NodeRejection rejection = new NodeRejection(TOO_EARLY, Array.of("too early"));
        SubmissionState sent = after(sent(), new SubmissionCommand.Hear(new NodeAnswer.Refused(rejection)), 0);
        assertEquals(Option.some(rejection), pending(sent).rejection());

        SubmissionState expired = after(sent, missingAt(OVER), 90);

        assertEquals(new SubmissionState.Expired(pending(sent).transaction(), Option.some(rejection)), expired);
    }

    @Example
    void aTransactionThatOneNodeCallsInvalidMayLand() {
        SubmissionState refused = after(sent(), refused("SignatureFailure"), 1);

        assertInstanceOf(SubmissionState.Sent.class, refused);
        assertInstanceOf(SubmissionState.Confirmed.class, after(refused, landed(), 2));
    }

    @Example
    void aRefusedAndThenAcceptedTransactionIsOpen() {
        SubmissionState refused = after(
                sent(), new SubmissionCommand.Hear(new NodeAnswer.Refused(new NodeRejection(TOO_EARLY, Array.empty()))), 0);
        SubmissionState taken = after(refused, new SubmissionCommand.Hear(new NodeAnswer.Accepted()), 0);
        assertInstanceOf(SubmissionState.Expired.class, after(taken, missingAt(OVER), 90));
    }

    /** A node that lags behind does not know a new blockhash yet. */
    @Example
    void anUnknownBlockhashProvesNothing() {
        assertEquals(
                Either.left(new InvalidTransition.NothingNew(sent())),
                rules().decide(sent(), refused("BlockhashNotFound"), new UnixTime(0)));
    }

    /** The transaction may have landed under another signature of the same message, for which nobody can ask. */
    @Example
    void anAlreadyProcessedTransactionNeitherExpiresNorFails() {
        SubmissionState landed = after(sent(), refused("AlreadyProcessed"), 1);

        assertEquals(landed, after(landed, new SubmissionCommand.Hear(new NodeAnswer.Accepted()), 2));
        assertEquals(landed, after(landed, refused("AccountNotFound"), 2));
        assertEquals(landed, after(landed, missingAt(OVER), 60));
        SubmissionState unknown = after(landed, new SubmissionCommand.Hear(new NodeAnswer.Silent()), 3);
        SubmissionState found = after(unknown, new SubmissionCommand.Hear(new NodeAnswer.Accepted()), 4);
        assertEquals(found, after(found, missingAt(OVER), 60));
        assertInstanceOf(
                SubmissionState.Confirmed.class, after(found, landed(), 60));
    }

    private static SubmissionCommand landed() {
        return landed(1, Option.none());
    }

    private static SubmissionCommand landed(int transaction, Option<TransactionFailure> failure) {
        return new SubmissionCommand.FindLanded(new Agreed<>(new Landing(transaction(transaction).signature(), 7, failure), 2));
    }

    private static SubmissionCommand refused(String name) {
        return new SubmissionCommand.Hear(
                new NodeAnswer.Refused(new NodeRejection(new TransactionFailure.Named(name), Array.empty())));
    }

    @Example
    void aBlockhashIsOver32BlocksAfterItsLastOne() {
        assertEquals(sent(), after(sent(), missingAt(LAST_BLOCK + 32), 60));
        assertInstanceOf(SubmissionState.Expired.class, after(sent(), missingAt(OVER), 60));
    }

    @Example
    void aNonceLivesUntilItIsAdvancedAndItsValueMayBeARecentBlockhashBesides() {
        Lifetime lifetime = new Lifetime.WhileNonce(NONCE, VALUE, 0, LAST_BLOCK);
        SubmissionState sent =
                new SubmissionState.Sent(new PendingTransaction(transaction(1), lifetime, LAST_BLOCK, Option.none()));
        assertEquals(sent, after(sent, missingAt(OVER, VALUE), 60));
        assertEquals(sent, after(sent, missingAt(OVER - 1, NEXT), 60));
        assertInstanceOf(SubmissionState.Expired.class, after(sent, missingAt(OVER, NEXT), 60));
        assertInstanceOf(SubmissionState.Expired.class, after(sent, missingAt(OVER), 60));
    }

    /** A node forgets transactions that landed long ago. A missing status then proves neither expiry nor failure. */
    @Example
    void aTransactionNotSearchedForHalfADayIsIndeterminate() {
        long late = LAST_BLOCK + SubmissionRules.MEMORY_BLOCKS + 1;
        SubmissionState forgotten = new SubmissionState.Indeterminate(pending(sent()).transaction());
        assertEquals(forgotten, after(sent(), missingAt(late), 0));
        assertEquals(forgotten, after(after(sent(), refused("AlreadyProcessed"), 1), missingAt(late), 0));
        assertInstanceOf(SubmissionState.Expired.class, after(sent(), missingAt(late - 1), 0));
        assertInstanceOf(SubmissionState.Confirmed.class, after(sent(), landed(), 0));
    }

    @Example
    void aTransactionBeyondTheSearchedHistoryIsIndeterminate() {
        SubmissionCommand cut = absent(new LifetimeReading(OVER, Option.none()), HistorySearch.CUT_SHORT);

        assertInstanceOf(SubmissionState.Indeterminate.class, after(sent(), cut, 0));
    }

    @Example
    void oneSourceThatMissesATransactionEndsNothing() {
        for (long height : new long[] {OVER, LAST_BLOCK + SubmissionRules.MEMORY_BLOCKS + 1}) {
            SubmissionCommand missing = new SubmissionCommand.FindMissing(new LifetimeReading(height, Option.none()));

            assertEquals(sent(), after(sent(), missing, 0));
        }
    }

    @Example
    void aBrokenHistoryIsNoRefusal() {
        assertThrows(IllegalStateException.class, () -> rules().evolve(rules().initial(), new SubmissionEvent.Sending()));
        SubmissionState expired = new SubmissionState.Expired(pending(sent()).transaction(), Option.none());
        assertThrows(IllegalStateException.class, () -> rules().evolve(expired, new SubmissionEvent.Confirmed(transaction(1).signature(), 1)));
        assertFalse(rules().decide(expired, new SubmissionCommand.Send(), new UnixTime(0)).isRight());
    }

    private static SubmissionState sent() {
        return new SubmissionState.Sent(new PendingTransaction(
                transaction(1), new Lifetime.UntilBlock(0, LAST_BLOCK), LAST_BLOCK, Option.none()));
    }

    private SubmissionState after(SubmissionState state, SubmissionCommand command, long seconds) {
        return rules().decide(state, command, new UnixTime(seconds))
                .map(events -> rules().fold(state, events))
                .getOrElse(state);
    }

    private static SubmissionCommand missingAt(long height) {
        return absent(new LifetimeReading(height, Option.none()), HistorySearch.COMPLETE);
    }

    private static SubmissionCommand missingAt(long height, Blockhash nonce) {
        return absent(new LifetimeReading(height, Option.some(nonce)), HistorySearch.COMPLETE);
    }

    private static SubmissionCommand absent(LifetimeReading reading, HistorySearch search) {
        return new SubmissionCommand.FindAbsent(new Agreed<>(new Absence(reading, search), 2));
    }

    private static PendingTransaction pending(SubmissionState state) {
        return state instanceof SubmissionState.Signed(PendingTransaction pending)
                ? pending
                : ((SubmissionState.InFlight) state).pending();
    }

    private static SignedTransaction transaction(int number) {
        byte[] signature = new byte[Signature.LENGTH];
        signature[0] = (byte) number;
        return new SignedTransaction(Bytes.of((byte) number), new Signature(Bytes.of(signature)));
    }

    /** Mostly in a plausible order, so that every state is reached; then anything at any time. */
    @Provide
    Arbitrary<List<Step>> histories() {
        Arbitrary<Lifetime> lifetimes = Arbitraries.of(
                new Lifetime.UntilBlock(0, LAST_BLOCK), new Lifetime.WhileNonce(NONCE, VALUE, 0, LAST_BLOCK));
        Arbitrary<List<SubmissionCommand>> beginnings = Combinators.combine(lifetimes, Arbitraries.integers().between(0, 3))
                .as((lifetime, length) -> List.<SubmissionCommand>of(
                                new SubmissionCommand.Build(SUBJECT, Bytes.of((byte) 1), lifetime),
                                new SubmissionCommand.Sign(transaction(1)),
                                new SubmissionCommand.Send())
                        .subList(0, length));
        return Combinators.combine(beginnings, steps().list().ofMaxSize(25)).as((beginning, rest) -> {
            Array<Step> all = Array.ofAll(beginning).map(command -> new Step(command, 0));
            return all.appendAll(rest).asJava();
        });
    }

    private static Arbitrary<Step> steps() {
        Arbitrary<Long> seconds = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(20, Arbitraries.longs().between(0, 90)),
                net.jqwik.api.Tuple.of(2, Arbitraries.longs().between(3_000, 4_000)),
                net.jqwik.api.Tuple.of(1, Arbitraries.longs().between(80_000, 200_000)));
        return Combinators.combine(commands(), seconds).as(Step::new);
    }

    private static Arbitrary<SubmissionCommand> commands() {
        Arbitrary<Integer> numbers = Arbitraries.integers().between(1, 3);
        Arbitrary<TransactionFailure> failures = Arbitraries.of(
                TOO_EARLY,
                new TransactionFailure.InsufficientFundsForRent(2),
                new TransactionFailure.Named("BlockhashNotFound"),
                new TransactionFailure.Named("AlreadyProcessed"),
                new TransactionFailure.Named("InsufficientFundsForFee"),
                new TransactionFailure.Named("SignatureFailure"));
        Arbitrary<LifetimeReading> readings = Arbitraries.of(
                new LifetimeReading(1, Option.none()),
                new LifetimeReading(LAST_BLOCK, Option.some(NEXT)),
                new LifetimeReading(OVER, Option.none()),
                new LifetimeReading(OVER, Option.some(VALUE)),
                new LifetimeReading(OVER, Option.some(NEXT)),
                new LifetimeReading(LAST_BLOCK + SubmissionRules.RECORD_BLOCKS, Option.some(VALUE)),
                new LifetimeReading(LAST_BLOCK + SubmissionRules.MEMORY_BLOCKS + 1, Option.some(VALUE)),
                new LifetimeReading(LAST_BLOCK + SubmissionRules.MEMORY_BLOCKS + 1, Option.some(NEXT)));
        return Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(1, numbers.map(number ->
                        new SubmissionCommand.Build(SUBJECT, Bytes.of(number.byteValue()), new Lifetime.UntilBlock(0, LAST_BLOCK)))),
                net.jqwik.api.Tuple.of(1, numbers.map(number -> new SubmissionCommand.Sign(transaction(number)))),
                net.jqwik.api.Tuple.of(2, Arbitraries.just(new SubmissionCommand.Send())),
                net.jqwik.api.Tuple.of(6, answers(failures)),
                net.jqwik.api.Tuple.of(1, failures.optional(0.3).map(failure ->
                        landed(2, Option.ofOptional(failure)))),
                net.jqwik.api.Tuple.of(2, readings.map(SubmissionCommand.FindMissing::new)),
                net.jqwik.api.Tuple.of(6, Combinators.combine(readings, Arbitraries.of(HistorySearch.class))
                        .as(SubmissionLaws::absent)));
    }

    private static Arbitrary<SubmissionCommand> answers(Arbitrary<TransactionFailure> failures) {
        return Arbitraries.oneOf(
                        Arbitraries.just(new NodeAnswer.Accepted()),
                        Arbitraries.just(new NodeAnswer.Silent()),
                        failures.map(failure -> new NodeAnswer.Refused(new NodeRejection(failure, Array.of("log")))))
                .map(SubmissionCommand.Hear::new);
    }
}
