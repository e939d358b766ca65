package dev.mandate.domain.authority;

import dev.mandate.domain.authority.Challenge.Attempt;
import dev.mandate.domain.authority.IdentityCommand.CodeMatch;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The rules of an e-mail identity (interface, "States and transitions"). {@link AddressCounts} has the limits of its address.
 * <ul>
 * <li>A challenge is open for 15 minutes. A start leaves the {@link #OPEN_CHALLENGES} newest ones open.
 * <li>It takes {@link #ATTEMPTS} wrong codes from callers that name its id, and {@link #ATTEMPTS_WITHOUT_ID} from those that name the address alone. So
 *     who knows the address alone cannot use up the attempts of who started the challenge.
 * <li>To sign in with an address that has no account starts a decoy, whose every code is wrong.
 * <li>The first right code binds the challenge to its request. The same request gets the same answer; another one is refused.
 * <li>Key and account are given once, with the first right code.
 * <li>A refreshed session ends the one that asked. Sessions are refreshed for {@link #REFRESH_SECONDS} after the last code.
 * <li>A session ends by its own signature.
 * </ul>
 */
public final class EmailIdentityRules
        implements Decider<Option<EmailIdentity>, IdentityCommand, IdentityEvent, IdentityRefusal> {

    public static final int ATTEMPTS = 3;
    public static final int ATTEMPTS_WITHOUT_ID = 10;
    public static final int OPEN_CHALLENGES = 2;
    public static final long CHALLENGE_SECONDS = 900;
    public static final long DEFAULT_SESSION_SECONDS = 3_600;
    public static final long MAX_SESSION_SECONDS = 86_400;
    public static final long REFRESH_SECONDS = 2_592_000;
    /** The newest sessions count; those before end early. */
    public static final int MAX_SESSIONS = 16;

    @Override
    public Option<EmailIdentity> initial() {
        return Option.none();
    }

    @Override
    public Either<IdentityRefusal, Seq<IdentityEvent>> decide(
            Option<EmailIdentity> state, IdentityCommand command, UnixTime now) {
        return switch (command) {
            case IdentityCommand.Start start -> follows(started(state, start, now));
            case IdentityCommand.Verify verify -> state.flatMap(identity -> verify(identity, verify, now))
                    .getOrElse(() -> Either.left(new IdentityRefusal.NoChallenge()));
            case IdentityCommand.NameSigner(var signer, var account) -> registered(state).signer()
                    .<Either<IdentityRefusal, Seq<IdentityEvent>>>map(known -> Either.left(new IdentityRefusal.SignerKnown(known)))
                    .getOrElse(() -> follows(new IdentityEvent.SignerNamed(signer, Option.some(account))));
            case IdentityCommand.Refresh refresh -> refresh(state, refresh, now);
            case IdentityCommand.EndSession end -> requireInTime(end.until(), now).flatMap(inTime -> end(state, end, now));
        };
    }

    private static IdentityEvent started(Option<EmailIdentity> state, IdentityCommand.Start start, UnixTime now) {
        boolean isDecoy = start.purpose() == Purpose.SIGN_IN && state.flatMap(EmailIdentity::registration).isEmpty();
        Challenge challenge = new Challenge(
                start.id(),
                isDecoy ? Challenge.Delivery.WITHHELD : Challenge.Delivery.MAILED,
                start.appName(),
                now,
                now.plusSeconds(CHALLENGE_SECONDS),
                start.end(),
                ATTEMPTS,
                Option.none(),
                ATTEMPTS_WITHOUT_ID);
        return new IdentityEvent.Started(start.email(), challenge, OPEN_CHALLENGES);
    }

    /** The decision on a code; none if none of its challenges is there any more. */
    private static Option<Either<IdentityRefusal, Seq<IdentityEvent>>> verify(
            EmailIdentity identity, IdentityCommand.Verify verify, UnixTime now) {
        Seq<Challenge> compared = identity.challengesAt(now).filter(challenge -> verify.codes().containsKey(challenge.id()));
        return Option.when(compared.nonEmpty(), () -> {
            Option<SessionProof> before = compared.filter(challenge -> isRight(challenge, verify)).flatMap(Challenge::proof).headOption();
            Seq<Challenge> open = compared.filter(challenge -> challenge.takes(verify.attempt()));
            if (before.isDefined() || open.isEmpty()) {
                return Either.left(before.filter(proof -> proof.request().equals(verify.proof().request()))
                        .<IdentityRefusal>map(IdentityRefusal.Answered::new)
                        .getOrElse(IdentityRefusal.Spent::new));
            }
            return follows(open.find(challenge -> isRight(challenge, verify))
                    .<IdentityEvent>map(met -> new IdentityEvent.Verified(
                            verify.proof(), Option.when(identity.registration().isEmpty(), verify::registration), Option.some(met.id())))
                    .getOrElse(() -> new IdentityEvent.CodeRejected(open.map(Challenge::id), verify.attempt())));
        });
    }

    private static boolean isRight(Challenge challenge, IdentityCommand.Verify verify) {
        return challenge.delivery() == Challenge.Delivery.MAILED && verify.codes().get(challenge.id()).contains(CodeMatch.RIGHT);
    }

    private static Either<IdentityRefusal, UnixTime> requireInTime(UnixTime until, UnixTime now) {
        return now.isBefore(until) ? Either.right(now) : Either.left(new IdentityRefusal.RequestOver(until));
    }

    private static Either<IdentityRefusal, Seq<IdentityEvent>> refresh(
            Option<EmailIdentity> state, IdentityCommand.Refresh refresh, UnixTime now) {
        Option<SessionProof> before = state.flatMap(EmailIdentity::refresh)
                .filter(proof -> proof.request().equals(refresh.proof().request()));
        return requireInTime(refresh.until(), now)
                .flatMap(inTime -> before.<Either<IdentityRefusal, UnixTime>>map(proof -> Either.left(new IdentityRefusal.Answered(proof)))
                        .getOrElse(Either.right(now)))
                .flatMap(fresh -> session(state, refresh.by()).filter(session -> session.isAlive(now))
                        .<IdentityRefusal>toEither(IdentityRefusal.SessionOver::new))
                .filterOrElse(
                        session -> now.isBefore(session.codeAt().plusSeconds(REFRESH_SECONDS)),
                        session -> new IdentityRefusal.CodeTooOld(session.codeAt(), REFRESH_SECONDS))
                .flatMap(session -> follows(new IdentityEvent.Refreshed(refresh.by(), refresh.proof().ofCode(session.codeAt()))));
    }

    private static Either<IdentityRefusal, Seq<IdentityEvent>> end(
            Option<EmailIdentity> state, IdentityCommand.EndSession end, UnixTime now) {
        return session(state, end.by())
                .<IdentityRefusal>toEither(IdentityRefusal.SessionOver::new)
                .filterOrElse(session -> session.isAlive(now), session -> new IdentityRefusal.SessionEndedBefore(session.expiresAt()))
                .flatMap(session -> follows(new IdentityEvent.SessionEnded(end.by(), now)));
    }

    private static Option<Session> session(Option<EmailIdentity> state, P256PublicKey key) {
        return state.flatMap(identity -> identity.sessions().find(session -> session.key().equals(key)));
    }

    private static Either<IdentityRefusal, Seq<IdentityEvent>> follows(IdentityEvent event) {
        return Either.right(Array.of(event));
    }

    @Override
    public Option<EmailIdentity> evolve(Option<EmailIdentity> state, IdentityEvent event) {
        return Option.some(switch (event) {
            case IdentityEvent.Started(var email, var challenge, int open) -> {
                EmailIdentity before = state.getOrElse(() -> new EmailIdentity(
                        email, Array.empty(), Option.none(), Array.empty(), Option.none(), Option.none()));
                yield before.withChallenges(before.challenges().append(challenge).takeRight(open));
            }
            case IdentityEvent.CodeRejected(var challenges, var attempt) -> (challenges.isEmpty() ? newest(state) : challenges)
                    .foldLeft(known(state), (identity, id) -> {
                        Challenge missed = open(identity, id, attempt);
                        return identity.withChallenges(identity.challenges().replace(missed, missed.missed(attempt)));
                    });
            case IdentityEvent.Verified(var proof, var first, var challenge) -> {
                Challenge met = unproven(known(state), challenge.getOrElse(() -> newest(state).head()));
                EmailIdentity proven = known(state).withChallenges(known(state).challenges().replace(met, met.proven(proof)));
                EmailIdentity registered = first.map(proven::with).getOrElse(proven);
                yield registered.withSessions(joined(registered.sessions(), proof.session()));
            }
            case IdentityEvent.SignerNamed(var signer, var account) -> known(state).with(registered(state).signedBy(signer, account));
            case IdentityEvent.Refreshed(var replaced, var proof) -> {
                Session ended = recorded(state, replaced);
                yield known(state).refreshed(proof, ended).withSessions(joined(known(state).sessions().remove(ended), proof.session()));
            }
            case IdentityEvent.SessionEnded(var key, var at) -> {
                Session ended = recorded(state, key);
                yield known(state).withSessions(known(state).sessions().replace(ended, ended.endedAt(at)));
            }
        });
    }

    private static Seq<Session> joined(Seq<Session> sessions, Session next) {
        return sessions.filter(session -> session.isAlive(next.beganAt())).append(next).takeRight(MAX_SESSIONS);
    }

    private static EmailIdentity known(Option<EmailIdentity> state) {
        return state.getOrElseThrow(() -> new IllegalStateException("an identity begins with a challenge"));
    }

    private static Session recorded(Option<EmailIdentity> state, P256PublicKey key) {
        return session(state, key).getOrElseThrow(() -> new IllegalStateException("no session has this key"));
    }

    private static Seq<ChallengeId> newest(Option<EmailIdentity> state) {
        return known(state).challenges().takeRight(1).map(Challenge::id);
    }

    private static Challenge unproven(EmailIdentity identity, ChallengeId id) {
        return identity.challenges()
                .find(challenge -> challenge.id().equals(id) && challenge.proof().isEmpty())
                .getOrElseThrow(() -> new IllegalStateException("no challenge of this id is open"));
    }

    private static Challenge open(EmailIdentity identity, ChallengeId id, Attempt attempt) {
        return Option.some(unproven(identity, id))
                .filter(challenge -> challenge.takes(attempt))
                .getOrElseThrow(() -> new IllegalStateException("the challenge takes no code any more"));
    }

    private static Registration registered(Option<EmailIdentity> state) {
        return known(state).registration()
                .getOrElseThrow(() -> new IllegalStateException("a signer belongs to a registered identity"));
    }
}
