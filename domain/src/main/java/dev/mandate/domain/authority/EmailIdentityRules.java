package dev.mandate.domain.authority;

import dev.mandate.domain.authority.IdentityCommand.CodeMatch;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The rules of an e-mail identity (interface, "States and transitions").
 * <ul>
 * <li>A challenge is open for 15 minutes and takes {@link #ATTEMPTS} codes. A new one voids the one before.
 * <li>To sign in with an address that has no account starts a decoy, whose every code is wrong.
 * <li>The first right code binds the challenge to its request. The same request gets the same answer; another one is refused.
 * <li>Key and account are given once, with the first right code.
 * <li>A refreshed session ends the one that asked.
 * </ul>
 */
public final class EmailIdentityRules
        implements Decider<Option<EmailIdentity>, IdentityCommand, IdentityEvent, IdentityRefusal> {

    public static final int ATTEMPTS = 3;
    public static final long CHALLENGE_SECONDS = 900;
    public static final long DEFAULT_SESSION_SECONDS = 3_600;
    public static final long MAX_SESSION_SECONDS = 86_400;
    public static final int STARTS_PER_HOUR = 5;
    public static final int STARTS_PER_DAY = 20;
    /** The newest sessions count; those before end early. */
    public static final int MAX_SESSIONS = 16;

    private static final long HOUR = 3_600;
    private static final long DAY = 86_400;

    @Override
    public Option<EmailIdentity> initial() {
        return Option.none();
    }

    @Override
    public Either<IdentityRefusal, Seq<IdentityEvent>> decide(
            Option<EmailIdentity> state, IdentityCommand command, UnixTime now) {
        return switch (command) {
            case IdentityCommand.Start start -> start(state, start, now);
            case IdentityCommand.Verify verify -> state.flatMap(EmailIdentity::challenge)
                    .filter(challenge -> now.isBefore(challenge.expiresAt()) && verify.challenge().forAll(challenge.id()::equals))
                    .<IdentityRefusal>toEither(IdentityRefusal.NoChallenge::new)
                    .flatMap(challenge -> verify(state.get(), challenge, verify));
            case IdentityCommand.NameSigner(var signer, var account) -> registered(state).signer()
                    .<Either<IdentityRefusal, Seq<IdentityEvent>>>map(known -> Either.left(new IdentityRefusal.SignerKnown(known)))
                    .getOrElse(() -> follows(new IdentityEvent.SignerNamed(signer, Option.some(account))));
            case IdentityCommand.Refresh refresh -> refresh(state, refresh, now);
        };
    }

    private static Either<IdentityRefusal, Seq<IdentityEvent>> start(
            Option<EmailIdentity> state, IdentityCommand.Start start, UnixTime now) {
        Seq<UnixTime> starts = state.map(EmailIdentity::starts).getOrElse(Array::empty);
        boolean isDecoy = start.purpose() == Purpose.SIGN_IN && state.flatMap(EmailIdentity::registration).isEmpty();
        return tooManyStarts(starts, now)
                .<Either<IdentityRefusal, Seq<IdentityEvent>>>map(Either::left)
                .getOrElse(() -> follows(new IdentityEvent.Started(start.email(), new Challenge(
                        start.id(),
                        isDecoy ? Challenge.Delivery.WITHHELD : Challenge.Delivery.MAILED,
                        start.appName(),
                        now,
                        now.plusSeconds(CHALLENGE_SECONDS),
                        start.end(),
                        ATTEMPTS,
                        Option.none()))));
    }

    /** Why no challenge may start at {@code now}, after {@code starts}, oldest first. */
    public static Option<IdentityRefusal> tooManyStarts(Seq<UnixTime> starts, UnixTime now) {
        return tooMany(starts, STARTS_PER_HOUR, HOUR, now).orElse(() -> tooMany(starts, STARTS_PER_DAY, DAY, now));
    }

    private static Option<IdentityRefusal> tooMany(Seq<UnixTime> starts, int limit, long seconds, UnixTime now) {
        Seq<UnixTime> within = starts.filter(start -> now.isBefore(start.plusSeconds(seconds)));
        return Option.when(
                within.size() >= limit,
                () -> new IdentityRefusal.TooManyStarts(limit, seconds, within.get(within.size() - limit).plusSeconds(seconds)));
    }

    private static Either<IdentityRefusal, Seq<IdentityEvent>> verify(
            EmailIdentity identity, Challenge challenge, IdentityCommand.Verify verify) {
        boolean isRight = verify.match() == CodeMatch.RIGHT && challenge.delivery() == Challenge.Delivery.MAILED;
        if (challenge.proof().isDefined()) {
            SessionProof before = challenge.proof().get();
            return Either.left(
                    isRight && before.request().equals(verify.proof().request())
                            ? new IdentityRefusal.Answered(before)
                            : new IdentityRefusal.Spent());
        }
        if (challenge.attemptsLeft() == 0) {
            return Either.left(new IdentityRefusal.Spent());
        }
        return follows(isRight
                ? new IdentityEvent.Verified(
                        verify.proof(), Option.when(identity.registration().isEmpty(), verify::registration))
                : new IdentityEvent.CodeRejected());
    }

    private static Either<IdentityRefusal, Seq<IdentityEvent>> refresh(
            Option<EmailIdentity> state, IdentityCommand.Refresh refresh, UnixTime now) {
        Option<SessionProof> before = state.flatMap(EmailIdentity::refresh)
                .filter(proof -> proof.request().equals(refresh.proof().request()));
        if (!now.isBefore(refresh.until())) {
            return Either.left(new IdentityRefusal.RequestOver(refresh.until()));
        }
        if (before.isDefined()) {
            return Either.left(new IdentityRefusal.Answered(before.get()));
        }
        return state.exists(identity -> identity.aliveAt(now).exists(session -> session.key().equals(refresh.by())))
                ? follows(new IdentityEvent.Refreshed(refresh.by(), refresh.proof()))
                : Either.left(new IdentityRefusal.SessionOver());
    }

    private static Either<IdentityRefusal, Seq<IdentityEvent>> follows(IdentityEvent event) {
        return Either.right(Array.of(event));
    }

    @Override
    public Option<EmailIdentity> evolve(Option<EmailIdentity> state, IdentityEvent event) {
        return Option.some(switch (event) {
            case IdentityEvent.Started(var email, var challenge) -> {
                EmailIdentity before = state.getOrElse(() -> new EmailIdentity(
                        email, Array.empty(), Option.none(), Option.none(), Array.empty(), Option.none(), Option.none()));
                yield before.started(challenge, before.starts().append(challenge.startedAt()).takeRight(STARTS_PER_DAY));
            }
            case IdentityEvent.CodeRejected rejected -> known(state).with(challenge(state).missed());
            case IdentityEvent.Verified(var proof, var first) -> {
                EmailIdentity proven = known(state).with(challenge(state).proven(proof));
                EmailIdentity registered = first.map(proven::with).getOrElse(proven);
                yield registered.with(joined(registered.sessions(), proof.session()));
            }
            case IdentityEvent.SignerNamed(var signer, var account) -> known(state).with(registered(state).signedBy(signer, account));
            case IdentityEvent.Refreshed(var replaced, var proof) -> {
                EmailIdentity before = known(state);
                Session ended = before.sessions()
                        .find(session -> session.key().equals(replaced))
                        .getOrElseThrow(() -> new IllegalStateException("no session has this key"));
                yield before.refreshed(proof, ended).with(joined(before.sessions().remove(ended), proof.session()));
            }
        });
    }

    private static Seq<Session> joined(Seq<Session> sessions, Session next) {
        return sessions.filter(session -> session.isAlive(next.beganAt())).append(next).takeRight(MAX_SESSIONS);
    }

    private static EmailIdentity known(Option<EmailIdentity> state) {
        return state.getOrElseThrow(() -> new IllegalStateException("an identity begins with a challenge"));
    }

    private static Challenge challenge(Option<EmailIdentity> state) {
        return known(state).challenge()
                .filter(challenge -> challenge.proof().isEmpty() && challenge.attemptsLeft() > 0)
                .getOrElseThrow(() -> new IllegalStateException("no challenge is open"));
    }

    private static Registration registered(Option<EmailIdentity> state) {
        return known(state).registration()
                .getOrElseThrow(() -> new IllegalStateException("a signer belongs to a registered identity"));
    }
}
