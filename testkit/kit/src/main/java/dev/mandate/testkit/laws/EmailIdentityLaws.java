package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.authority.Challenge;
import dev.mandate.domain.authority.Challenge.Attempt;
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
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;
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
            now = now.plusSeconds(planned.secondsLater());
            Step step = new Step(planned.secondsLater(), fitting(planned.command(), state, played.length(), now));
            if (step.command() instanceof IdentityCommand.NameSigner && state.flatMap(EmailIdentity::registration).isEmpty()) {
                continue;
            }
            Either<IdentityRefusal, Seq<IdentityEvent>> decided = rules().decide(state, step.command(), now);
            played = played.append(new Outcome(state, step, now, decided));
            state = rules().fold(state, decided.getOrElse(Array.empty()));
        }
        return played;
    }

    /**
     * No two challenges have the same id, and no two sessions the same key. A code is compared with a challenge that there is, or with all of them; a
     * request is signed by a session that there is.
     */
    private static IdentityCommand fitting(IdentityCommand planned, Option<EmailIdentity> state, int step, UnixTime now) {
        Array<ChallengeId> known = state.toArray().flatMap(EmailIdentity::challenges).map(Challenge::id);
        Array<P256PublicKey> keys = state.toArray().flatMap(EmailIdentity::sessions).map(Session::key);
        Session fresh = new Session(key(100 + step), now, now.plusSeconds(3_600), now);
        return switch (planned) {
            case IdentityCommand.Start start -> start(step, start.purpose());
            case IdentityCommand.Verify verify when known.nonEmpty() -> {
                Tuple2<ChallengeId, CodeMatch> chosen = verify.codes().head();
                ChallengeId one = chosen(known, chosen._1);
                Array<ChallengeId> compared = verify.attempt() == Attempt.WITH_ID ? Array.of(one) : known;
                yield new IdentityCommand.Verify(
                        verify.attempt(),
                        compared.toLinkedMap(Function.identity(), id -> id.equals(one) ? chosen._2 : CodeMatch.WRONG),
                        new SessionProof(verify.proof().request(), fresh, verify.proof().sealed()),
                        verify.registration());
            }
            case IdentityCommand.Refresh(var by, var proof, var until) when keys.nonEmpty() -> new IdentityCommand.Refresh(
                    chosen(keys, by), new SessionProof(proof.request(), fresh, proof.sealed()), until);
            case IdentityCommand.EndSession(var by, var until) when keys.nonEmpty() ->
                new IdentityCommand.EndSession(chosen(keys, by), until);
            default -> planned;
        };
    }

    private static <T> T chosen(Array<T> all, T by) {
        return all.get(Math.floorMod(by.hashCode(), all.length()));
    }

    /** The challenges whose code an outcome judged. */
    private static Seq<ChallengeId> judged(Outcome outcome) {
        return outcome.decided().toArray().flatMap(events -> switch (events.head()) {
            case IdentityEvent.Verified verified -> verified.challenge();
            case IdentityEvent.CodeRejected(var challenges, var attempt) -> challenges;
            default -> Array.<ChallengeId>empty();
        });
    }

    private static Challenge challenge(Outcome outcome, ChallengeId id) {
        return outcome.before().get().challenges().find(challenge -> challenge.id().equals(id)).get();
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
        Array<ChallengeId> proven = verified(play(steps)).flatMap(IdentityEvent.Verified::challenge);

        assertEquals(proven.distinct(), proven);
    }

    @Law(
            id = "identity-3",
            says = "A challenge takes three wrong codes with its id, ten without it, and no code after 15 minutes.",
            source = "Interface: limits of a one-time code",
            forAll = ANY)
    @Property
    void aChallengeTakesThreeCodesWithItsIdAndTenWithoutIt(@ForAll("histories") List<Step> steps) {
        Array<Outcome> played = play(steps);

        for (Attempt attempt : Attempt.values()) {
            int most = attempt == Attempt.WITH_ID ? 3 : 10;
            played.filter(outcome -> outcome.decided().exists(events ->
                            events.head() instanceof IdentityEvent.CodeRejected rejected && rejected.attempt() == attempt))
                    .flatMap(EmailIdentityLaws::judged)
                    .groupBy(id -> id)
                    .values()
                    .forEach(codes -> assertTrue(codes.length() <= most));
        }
        played.forEach(outcome -> judged(outcome).forEach(id ->
                assertTrue(outcome.now().secondsSince(challenge(outcome, id).startedAt()) < 900)));
    }

    @Law(
            id = "identity-4",
            says = "A challenge whose code was not mailed is never met.",
            source = "Interface: the answer does not tell who is registered",
            forAll = ANY)
    @Property
    void aDecoyIsNeverVerified(@ForAll("histories") List<Step> steps) {
        play(steps).filter(outcome -> outcome.decided().exists(events -> events.head() instanceof IdentityEvent.Verified))
                .forEach(outcome -> assertEquals(Challenge.Delivery.MAILED, challenge(outcome, judged(outcome).head()).delivery()));
    }

    @Law(
            id = "identity-5",
            says = "Only a sign-in without an account gets a challenge whose code is not mailed.",
            source = "Interface: the answer does not tell who is registered",
            forAll = ANY)
    @Property
    void onlyStrangersGetADecoy(@ForAll("histories") List<Step> steps) {
        play(steps).forEach(outcome -> outcome.decided().forEach(events -> {
            if (events.head() instanceof IdentityEvent.Started(var email, var challenge, int open)) {
                boolean mayNotSignIn = outcome.step().command() instanceof IdentityCommand.Start start
                        && start.purpose() == Purpose.SIGN_IN
                        && outcome.before().flatMap(EmailIdentity::registration).isEmpty();
                assertEquals(mayNotSignIn, challenge.delivery() == Challenge.Delivery.WITHHELD);
            }
        }));
    }

    @Law(
            id = "identity-6",
            says = "A code is judged for the two newest challenges alone, and a start voids no newer one.",
            source = "Interface: limits of a one-time code",
            forAll = ANY)
    @Property
    void theTwoNewestChallengesAreOpen(@ForAll("histories") List<Step> steps) {
        Seq<ChallengeId> started = Array.empty();
        for (Outcome outcome : play(steps)) {
            Seq<ChallengeId> newest = started.takeRight(2);
            assertTrue(judged(outcome).forAll(newest::contains));
            assertEquals(newest, outcome.before().toArray().flatMap(EmailIdentity::challenges).map(Challenge::id));
            started = started.appendAll(outcome.decided().toArray().flatMap(events ->
                    events.head() instanceof IdentityEvent.Started begun ? Option.some(begun.challenge().id()) : Option.none()));
        }
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
                Session before = outcome.before().get().sessions().find(session -> session.key().equals(replaced)).get();
                assertTrue(after.sessions().forAll(session -> !session.key().equals(replaced)));
                assertEquals(before.codeAt(), proof.session().codeAt());
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
        UnixTime until = START.plusSeconds(60);
        IdentityCommand refresh = new IdentityCommand.Refresh(key(1), proof(2), until);
        Option<EmailIdentity> signedIn = signedIn();
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
        IdentityEvent rejected = new IdentityEvent.CodeRejected(Array.of(id(1)), Attempt.WITH_ID);
        assertBroken(Option.none(), rejected);
        assertBroken(signedIn(), rejected);
        assertBroken(started, new IdentityEvent.CodeRejected(Array.of(id(2)), Attempt.WITH_ID));
        assertBroken(started, new IdentityEvent.Verified(proof(1), Option.none(), Option.some(id(2))));
        assertBroken(started, new IdentityEvent.SignerNamed(Address.ZERO, Option.none()));
        assertBroken(signedIn(), new IdentityEvent.Refreshed(key(2), proof(3)));
        assertBroken(signedIn(), new IdentityEvent.SessionEnded(key(2), START));
    }

    @Law(
            id = "identity-12",
            says = "Wrong codes without a challenge's id leave the attempts of those who name it, and the reverse.",
            source = "Interface: limits of a one-time code",
            forAll = "one challenge")
    @Example
    void eachAttemptHasItsOwnCodes() {
        Option<EmailIdentity> started = after(rules().initial(), start(1, Purpose.REGISTER));
        for (Attempt attempt : Attempt.values()) {
            Attempt other = attempt == Attempt.WITH_ID ? Attempt.WITHOUT_ID : Attempt.WITH_ID;
            Option<EmailIdentity> spent = Array.range(0, attempt == Attempt.WITH_ID ? 3 : 10)
                    .foldLeft(started, (state, code) -> after(state, verify(attempt, 1, CodeMatch.WRONG, 1)));

            assertEquals(
                    Either.left(new IdentityRefusal.Spent()), rules().decide(spent, verify(attempt, 1, CodeMatch.RIGHT, 1), START));
            assertTrue(after(spent, verify(other, 1, CodeMatch.RIGHT, 1)).get().registration().isDefined());
        }
    }

    @Law(
            id = "identity-13",
            says = "A session is refreshed for 30 days after the last code, however often it was refreshed.",
            source = "Interface: refresh",
            forAll = "one session")
    @Example
    void refreshingStopsThirtyDaysAfterTheCode() {
        Option<EmailIdentity> state = signedIn();
        for (int day = 1; day <= 30; day++) {
            UnixTime now = START.plusSeconds(day * 86_400L - 1);
            Session next = new Session(key(1), now, now.plusSeconds(86_400), now);
            Option<EmailIdentity> before = state.map(identity -> new EmailIdentity(
                    ANN, identity.challenges(), identity.registration(), identity.sessions().map(one -> living(one, now)), identity.refresh(), Option.none()));
            IdentityCommand refresh = new IdentityCommand.Refresh(
                    key(1), new SessionProof(Sha256.of("day " + day), next, proof(1).sealed()), now.plusSeconds(60));
            state = rules().fold(before, rules().decide(before, refresh, now).get());
        }

        UnixTime over = START.plusSeconds(30 * 86_400L);
        assertEquals(
                Either.left(new IdentityRefusal.CodeTooOld(START, 30 * 86_400L)),
                rules().decide(state, new IdentityCommand.Refresh(key(1), proof(2), over.plusSeconds(60)), over));
    }

    private static Session living(Session session, UnixTime now) {
        return new Session(session.key(), session.beganAt(), now.plusSeconds(1), session.codeAt());
    }

    @Law(
            id = "identity-14",
            says = "A session that was ended is alive no more, and its end can be repeated until the request is over.",
            source = "Interface: end of a session",
            forAll = ANY)
    @Property
    void aSessionThatWasEndedIsOver(@ForAll("histories") List<Step> steps) {
        play(steps).forEach(outcome -> outcome.decided().forEach(events -> {
            if (events.head() instanceof IdentityEvent.SessionEnded(var key, var at)) {
                Option<EmailIdentity> after = Option.some(rules().evolve(outcome.before(), events.head()).get());
                assertTrue(outcome.before().get().aliveAt(at).exists(session -> session.key().equals(key)));
                assertTrue(after.get().aliveAt(at).forAll(session -> !session.key().equals(key)));
                assertEquals(
                        Either.left(new IdentityRefusal.SessionEndedBefore(at)),
                        rules().decide(after, outcome.step().command(), outcome.now()));
            }
        }));
        UnixTime until = START.plusSeconds(60);
        assertEquals(
                Either.left(new IdentityRefusal.RequestOver(until)),
                rules().decide(signedIn(), new IdentityCommand.EndSession(key(1), until), until));
    }

    private Option<EmailIdentity> signedIn() {
        return after(after(rules().initial(), start(1, Purpose.REGISTER)), verify(1, CodeMatch.RIGHT, 1));
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
                        10,
                        Combinators.combine(Arbitraries.of(Attempt.class), numbers(), Arbitraries.of(CodeMatch.class), numbers())
                                .as(EmailIdentityLaws::verify)),
                net.jqwik.api.Tuple.of(1, Arbitraries.just(new IdentityCommand.NameSigner(Address.ZERO, Address.ZERO))),
                net.jqwik.api.Tuple.of(1, numbers().map(by -> new IdentityCommand.EndSession(key(by), START.plusSeconds(4_000)))),
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
        return verify(Attempt.WITH_ID, challenge, match, request);
    }

    private static IdentityCommand verify(Attempt attempt, int challenge, CodeMatch match, int request) {
        return new IdentityCommand.Verify(attempt, LinkedHashMap.of(id(challenge), match), proof(request), registration(request));
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
                request, new Session(key(number), START, START.plusSeconds(3_600), START), new SealedKey.CredentialBundle("bundle " + number));
    }

    private static P256PublicKey key(int number) {
        byte[] point = new byte[33];
        point[0] = 2;
        point[32] = (byte) number;
        return new P256PublicKey(Bytes.of(point));
    }
}
