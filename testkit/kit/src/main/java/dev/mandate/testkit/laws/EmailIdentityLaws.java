package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.authority.Challenge;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.domain.authority.IdentityCommand;
import dev.mandate.domain.authority.IdentityCommand.CodeMatch;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.IdentityEvent;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Registration;
import dev.mandate.domain.authority.SealedKey;
import dev.mandate.domain.authority.Session;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.authority.SessionProof;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
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

/** Laws of an identity by e-mail: its codes, sessions and key. Extend this class and return the rules under test. */
public abstract class EmailIdentityLaws {

    /** Returns the rules under test. */
    protected abstract Decider<Option<EmailIdentity>, IdentityCommand, IdentityEvent, IdentityRefusal> rules();

    private static final String ANY = "any commands, at any times";
    private static final EmailAddress ANN = new EmailAddress("ann@example.com");
    private static final UnixTime START = new UnixTime(1_764_547_200);

    /** A command that comes some seconds after the one before. */
    record Step(long secondsLater, IdentityCommand command) {}

    /** What happened at one step. */
    private record Outcome(Option<EmailIdentity> before, Step step, UnixTime now, Either<IdentityRefusal, Seq<IdentityEvent>> decided) {}

    private Array<Outcome> play(List<Step> steps) {
        Option<EmailIdentity> state = rules().initial();
        UnixTime now = START;
        Array<Outcome> played = Array.empty();
        for (Step planned : steps) {
            // No two challenges have the same id.
            Step step = planned.command() instanceof IdentityCommand.Start start
                    ? new Step(planned.secondsLater(), start(played.length(), start.purpose()))
                    : planned;
            if (step.command() instanceof IdentityCommand.NameSigner && state.flatMap(EmailIdentity::registration).isEmpty()) {
                continue;
            }
            now = now.plusSeconds(step.secondsLater());
            Either<IdentityRefusal, Seq<IdentityEvent>> decided = rules().decide(state, step.command(), now);
            played = played.append(new Outcome(state, step, now, decided));
            state = rules().fold(state, decided.getOrElse(Array.empty()));
        }
        return played;
    }

    private static Array<IdentityEvent.Verified> verified(Array<Outcome> played) {
        return played.flatMap(outcome -> outcome.decided().getOrElse(Array.empty()))
                .flatMap(event -> Option.when(event instanceof IdentityEvent.Verified, () -> (IdentityEvent.Verified) event));
    }

    @Law(
            id = "identity-1",
            says = "An address gets its key and its account once.",
            source = "Interface: an e-mail address is one signer",
            forAll = ANY)
    @Property
    void keyAndAccountAreGivenOnce(@ForAll("histories") List<Step> steps) {
        assertTrue(verified(play(steps)).flatMap(IdentityEvent.Verified::registration).length() <= 1);
    }

    @Law(
            id = "identity-2",
            says = "A challenge begins one session at most.",
            source = "Interface: a code is used once",
            forAll = ANY)
    @Property
    void aChallengeBeginsOneSession(@ForAll("histories") List<Step> steps) {
        Array<ChallengeId> proven = play(steps)
                .filter(outcome -> outcome.decided().exists(events -> events.head() instanceof IdentityEvent.Verified))
                .map(outcome -> outcome.before().get().challenge().get().id());

        assertEquals(proven.distinct(), proven);
    }

    @Law(
            id = "identity-3",
            says = "A challenge takes three codes at most, and none after 15 minutes.",
            source = "Interface: limits of a one-time code",
            forAll = ANY)
    @Property
    void aChallengeHasThreeTriesAndFifteenMinutes(@ForAll("histories") List<Step> steps) {
        Array<Outcome> codes = play(steps)
                .filter(outcome -> outcome.decided().exists(events ->
                        events.head() instanceof IdentityEvent.Verified || events.head() instanceof IdentityEvent.CodeRejected));

        codes.groupBy(outcome -> outcome.before().get().challenge().get().id())
                .values()
                .forEach(tries -> assertTrue(tries.length() <= 3));
        codes.forEach(outcome -> assertTrue(
                outcome.now().secondsSince(outcome.before().get().challenge().get().startedAt()) < 900));
    }

    @Law(
            id = "identity-4",
            says = "A challenge whose code was not mailed is never met.",
            source = "Interface: the answer does not tell who is registered",
            forAll = ANY)
    @Property
    void aDecoyIsNeverVerified(@ForAll("histories") List<Step> steps) {
        play(steps).filter(outcome -> outcome.decided().exists(events -> events.head() instanceof IdentityEvent.Verified))
                .forEach(outcome -> assertEquals(
                        Challenge.Delivery.MAILED, outcome.before().get().challenge().get().delivery()));
    }

    @Law(
            id = "identity-5",
            says = "Only a sign-in without an account gets a challenge whose code is not mailed.",
            source = "Interface: the answer does not tell who is registered",
            forAll = ANY)
    @Property
    void onlyStrangersGetADecoy(@ForAll("histories") List<Step> steps) {
        play(steps).forEach(outcome -> outcome.decided().forEach(events -> {
            if (events.head() instanceof IdentityEvent.Started(var email, var challenge)) {
                boolean mayNotSignIn = outcome.step().command() instanceof IdentityCommand.Start start
                        && start.purpose() == Purpose.SIGN_IN
                        && outcome.before().flatMap(EmailIdentity::registration).isEmpty();
                assertEquals(mayNotSignIn, challenge.delivery() == Challenge.Delivery.WITHHELD);
            }
        }));
    }

    @Law(
            id = "identity-6",
            says = "At most five codes are sent to an address in an hour, and twenty in a day.",
            source = "Interface: limits of a one-time code",
            forAll = ANY)
    @Property
    void codesAreLimited(@ForAll("histories") List<Step> steps) {
        Array<UnixTime> starts = play(steps)
                .filter(outcome -> outcome.decided().exists(events -> events.head() instanceof IdentityEvent.Started))
                .map(Outcome::now);

        starts.forEach(start -> {
            assertTrue(starts.count(other -> within(start, other, 3_600)) <= 5);
            assertTrue(starts.count(other -> within(start, other, 86_400)) <= 20);
        });
    }

    private static boolean within(UnixTime first, UnixTime other, long seconds) {
        long later = other.secondsSince(first);
        return later >= 0 && later < seconds;
    }

    @Law(
            id = "identity-7",
            says = "A session is replaced only by its own key, while it lives.",
            source = "Interface: refresh",
            forAll = ANY)
    @Property
    void aSessionIsReplacedByItsOwnKey(@ForAll("histories") List<Step> steps) {
        play(steps).forEach(outcome -> outcome.decided().forEach(events -> {
            if (events.head() instanceof IdentityEvent.Refreshed(var replaced, var proof)) {
                assertTrue(outcome.before().get().aliveAt(outcome.now()).exists(session -> session.key().equals(replaced)));
                EmailIdentity after = rules().evolve(outcome.before(), events.head()).get();
                assertTrue(after.sessions().forAll(session -> !session.key().equals(replaced) || session.equals(proof.session())));
            }
        }));
    }

    @Law(
            id = "identity-8",
            says = "A repeated request gets the answer of the first one.",
            source = "Interface: retries are safe",
            forAll = ANY)
    @Property
    void theSameRequestGetsTheSameAnswer(@ForAll("histories") List<Step> steps) {
        play(steps).forEach(outcome -> outcome.decided().swap().forEach(refusal -> {
            if (refusal instanceof IdentityRefusal.Answered(var proof)) {
                SessionProof asked = outcome.step().command() instanceof IdentityCommand.Verify verify
                        ? verify.proof()
                        : ((IdentityCommand.Refresh) outcome.step().command()).proof();
                assertEquals(asked.request(), proof.request());
            }
        }));
    }

    @Law(
            id = "identity-9",
            says = "A living session's key gets a new session until its request is over; a repetition gets the same one, and another key none.",
            source = "Interface: refresh",
            forAll = "one session")
    @Example
    void aSessionIsRefreshedByItsKey() {
        Option<EmailIdentity> signedIn = after(after(rules().initial(), start(1, Purpose.REGISTER)), verify(1, CodeMatch.RIGHT, 1));
        UnixTime until = START.plusSeconds(60);
        IdentityCommand refresh = new IdentityCommand.Refresh(key(1), proof(2), until);
        Option<EmailIdentity> refreshed = after(signedIn, refresh);

        assertEquals(Array.of(proof(2).session()), refreshed.get().sessions().toArray());
        assertEquals(Either.left(new IdentityRefusal.Answered(proof(2))), rules().decide(refreshed, refresh, START));
        assertEquals(Either.left(new IdentityRefusal.RequestOver(until)), rules().decide(signedIn, refresh, until));
        assertTrue(rules().decide(signedIn, refresh, until.plusSeconds(-1)).isRight());
        assertEquals(
                Either.left(new IdentityRefusal.SessionOver()),
                rules().decide(signedIn, new IdentityCommand.Refresh(key(2), proof(3), until), START));
        assertEquals(Either.left(new IdentityRefusal.SessionOver()), rules().decide(Option.none(), refresh, START));
    }

    @Law(
            id = "identity-10",
            says = "Only the right code meets a challenge, and its registration is that of the request.",
            source = "Interface: one-time codes",
            forAll = "one challenge")
    @Example
    void onlyTheRightCodeMeetsAChallenge() {
        Option<EmailIdentity> started = after(rules().initial(), start(1, Purpose.REGISTER));
        Option<EmailIdentity> missed = after(started, verify(1, CodeMatch.WRONG, 1));
        assertTrue(missed.get().registration().isEmpty());
        Option<EmailIdentity> met = after(missed, verify(1, CodeMatch.RIGHT, 2));
        assertEquals(Option.some(registration(2)), met.get().registration());
        assertEquals(Either.left(new IdentityRefusal.Spent()), rules().decide(met, verify(1, CodeMatch.WRONG, 2), START));
        Option<EmailIdentity> spent = after(after(missed, verify(1, CodeMatch.WRONG, 1)), verify(1, CodeMatch.WRONG, 1));
        assertEquals(Either.left(new IdentityRefusal.Spent()), rules().decide(spent, verify(1, CodeMatch.RIGHT, 1), START));
        assertEquals(
                Either.left(new IdentityRefusal.NoChallenge()), rules().decide(started, verify(2, CodeMatch.RIGHT, 1), START));
    }

    @Law(
            id = "identity-11",
            says = "An event that cannot follow from an identity is a broken history.",
            source = "Decider: evolve throws IllegalStateException",
            forAll = "identities without a challenge, and with one that is met")
    @Example
    void anEventThatCannotFollowIsABrokenHistory() {
        Option<EmailIdentity> started = after(rules().initial(), start(1, Purpose.REGISTER));
        Option<EmailIdentity> met = after(started, verify(1, CodeMatch.RIGHT, 1));
        assertBroken(Option.none(), new IdentityEvent.CodeRejected());
        assertBroken(met, new IdentityEvent.CodeRejected());
        assertBroken(started, new IdentityEvent.SignerNamed(Address.ZERO, Option.none()));
        assertBroken(met, new IdentityEvent.Refreshed(key(2), proof(3)));
    }

    private void assertBroken(Option<EmailIdentity> state, IdentityEvent event) {
        assertThrows(IllegalStateException.class, () -> rules().evolve(state, event).isEmpty(), event::toString);
    }

    private Option<EmailIdentity> after(Option<EmailIdentity> state, IdentityCommand command) {
        return rules().fold(state, rules().decide(state, command, START).get());
    }

    @Example
    void aRightCodeFromAnotherRequestIsRefusedOnceTheChallengeIsBound() {
        Option<EmailIdentity> started = rules().fold(rules().initial(), rules().decide(rules().initial(), start(1, Purpose.REGISTER), START).get());
        Option<EmailIdentity> bound = rules().fold(started, rules().decide(started, verify(1, CodeMatch.RIGHT, 1), START).get());

        assertEquals(
                Either.left(new IdentityRefusal.Answered(proof(1))), rules().decide(bound, verify(1, CodeMatch.RIGHT, 1), START));
        assertEquals(Either.left(new IdentityRefusal.Spent()), rules().decide(bound, verify(1, CodeMatch.RIGHT, 2), START));
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        Arbitrary<IdentityCommand> commands = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(4, Combinators.combine(numbers(), Arbitraries.of(Purpose.class)).as(EmailIdentityLaws::start)),
                net.jqwik.api.Tuple.of(
                        6, Combinators.combine(numbers(), Arbitraries.of(CodeMatch.class), numbers()).as(EmailIdentityLaws::verify)),
                net.jqwik.api.Tuple.of(1, Arbitraries.just(new IdentityCommand.NameSigner(Address.ZERO, Address.ZERO))),
                net.jqwik.api.Tuple.of(2, Combinators.combine(numbers(), numbers())
                        .as((by, request) -> new IdentityCommand.Refresh(key(by), proof(request), START.plusSeconds(4_000)))));
        return Combinators.combine(Arbitraries.of(0L, 1L, 60L, 899L, 900L, 3_600L), commands)
                .as(Step::new)
                .list()
                .ofMaxSize(40);
    }

    private static Arbitrary<Integer> numbers() {
        return Arbitraries.integers().between(1, 6);
    }

    private static IdentityCommand start(int challenge, Purpose purpose) {
        return new IdentityCommand.Start(ANN, id(challenge), purpose, Option.none(), new SessionEnd.Default());
    }

    private static IdentityCommand verify(int challenge, CodeMatch match, int request) {
        return new IdentityCommand.Verify(
                Option.when(challenge % 2 == 0, () -> id(challenge)), match, proof(request), registration(request));
    }

    private static Registration registration(int number) {
        ApiKeyId apiKey = new ApiKeyId("key_0123456789abcdef");
        return new Registration(new ManagedKeyId("key_" + "%032x".formatted(number)), Option.none(), Option.none(), apiKey, apiKey);
    }

    private static ChallengeId id(int number) {
        return new ChallengeId("otp_%032x".formatted(number));
    }

    private static SessionProof proof(int number) {
        Bytes32 request = Sha256.of("request " + number);
        return new SessionProof(
                request, new Session(key(number), START, START.plusSeconds(3_600)), new SealedKey.CredentialBundle("bundle " + number));
    }

    private static P256PublicKey key(int number) {
        byte[] point = new byte[33];
        point[0] = 2;
        point[32] = (byte) number;
        return new P256PublicKey(Bytes.of(point));
    }
}
