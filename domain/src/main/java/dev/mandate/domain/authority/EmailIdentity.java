package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * An e-mail address of a tenant on a network, and what is known of it. {@link EmailIdentityRules} changes it.
 *
 * @param challenges the newest ones, oldest first; those before are void
 * @param registration its key and account; none until a code was right
 * @param sessions those that had not ended when the newest began, oldest first
 * @param refresh the answer to the newest refreshing of a session
 * @param replaced the session that it ended; it may still repeat that request
 */
public record EmailIdentity(
        EmailAddress email,
        Seq<Challenge> challenges,
        Option<Registration> registration,
        Seq<Session> sessions,
        Option<SessionProof> refresh,
        Option<Session> replaced) {

    /** The sessions whose keys may sign at {@code now}. */
    public Seq<Session> aliveAt(UnixTime now) {
        return sessions.filter(session -> session.isAlive(now));
    }

    /** The challenges that have not expired at {@code now}, oldest first. */
    public Seq<Challenge> challengesAt(UnixTime now) {
        return challenges.filter(challenge -> now.isBefore(challenge.expiresAt()));
    }

    /** What is left of it after a loss of commits that was accepted at {@code lossAt}: challenges and sessions that began later. */
    public EmailIdentity sinceLoss(UnixTime lossAt) {
        return new EmailIdentity(
                email,
                challenges.filter(one -> lossAt.isBefore(one.startedAt())),
                registration,
                sessions.filter(session -> lossAt.isBefore(session.beganAt())),
                refresh.filter(proof -> lossAt.isBefore(proof.session().beganAt())),
                replaced.filter(session -> lossAt.isBefore(session.beganAt())));
    }

    EmailIdentity withChallenges(Seq<Challenge> changed) {
        return new EmailIdentity(email, changed, registration, sessions, refresh, replaced);
    }

    EmailIdentity with(Registration changed) {
        return new EmailIdentity(email, challenges, Option.some(changed), sessions, refresh, replaced);
    }

    EmailIdentity withSessions(Seq<Session> changed) {
        return new EmailIdentity(email, challenges, registration, changed, refresh, replaced);
    }

    EmailIdentity refreshed(SessionProof proof, Session before) {
        return new EmailIdentity(email, challenges, registration, sessions, Option.some(proof), Option.some(before));
    }
}
